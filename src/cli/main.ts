// The command line, bundled to dist/cli.js. Only this file touches the process.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { defaultCacheFolder } from './cacheFolder';
import { EXIT } from './exitCodes';
import { createOutput } from './output';
import { runCli } from './run';

const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // Asked a second time, it does not wait for what is going on to end well.
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  });
}

const bundle = path.join(__dirname, 'indexWorker.js');
const environment = {
  out: createOutput(process.stdout),
  err: createOutput(process.stderr),
  signal: controller.signal,
  workerFile: existsSync(bundle) ? bundle : null,
  cacheFolder: defaultCacheFolder(process.env, process.platform, homedir()),
};

void runCli(process.argv.slice(2), environment).then((code) => {
  process.exitCode = code;
});
