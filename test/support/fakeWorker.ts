// A reading thread whose only reader is the fake one.

import { parentPort } from 'node:worker_threads';
import { serveJobs } from '../../src/index/serveJobs';
import { createFakeReader } from './fakeReader';

if (parentPort) serveJobs(parentPort, [createFakeReader()]);
