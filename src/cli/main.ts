// The command line, bundled to dist/main.mjs, which dist/cli.js starts. Only this file touches the process.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
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

const bundle = fileURLToPath(new URL('indexWorker.mjs', import.meta.url));
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
