// A reading thread whose only reader is the fake one. Bundled by the tests (`bundleWorker`).

import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { workersFrom } from '../../src/index/readPool';
import { serveJobs } from '../../src/index/serveJobs';
import { createFakeReader } from './fakeReader';

if (parentPort) serveJobs(parentPort, { readers: [createFakeReader()], create: workersFrom(fileURLToPath(import.meta.url)) });
