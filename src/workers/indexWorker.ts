// The thread that reads traces, or builds a whole index: bundled to dist/indexWorker.mjs and started by the extension
// and the command line.

import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { READERS } from '../formats/readers';
import { workersFrom } from '../index/readPool';
import { serveJobs } from '../index/serveJobs';

// Built as one entry, so its own name starts more threads like this one.
if (parentPort) serveJobs(parentPort, { readers: READERS, create: workersFrom(fileURLToPath(import.meta.url)) });
