// A reading thread whose only reader is the fake one. Bundled by the tests (`bundleWorker`).

import { parentPort } from 'node:worker_threads';
import { workersFrom } from '../../src/index/readPool';
import { serveJobs } from '../../src/index/serveJobs';
import { createFakeReader } from './fakeReader';

if (parentPort) serveJobs(parentPort, { readers: [createFakeReader()], create: workersFrom(__filename) });
