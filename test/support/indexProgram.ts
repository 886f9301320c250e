// Builds an index of a folder with a cache, as a process of its own that can be killed: `node … ROOT CACHE`.

import { buildIndex } from '../../src/index/buildIndex';
import { sampleReaders } from './cacheSample';

const [root = '', folder = ''] = process.argv.slice(2);

process.stdout.write('begun\n');
void buildIndex({ roots: [root], readers: sampleReaders(), cache: { folder, version: 'test' } }).then((index) => process.stdout.write(`${index.attemptCount}\n`));
