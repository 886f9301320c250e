// The reading thread: bundled to dist/indexWorker.js and started by the extension and the command line.

import { parentPort } from 'node:worker_threads';
import { READERS } from '../formats/readers';
import { serveJobs } from '../index/serveJobs';

if (parentPort) serveJobs(parentPort, READERS);
