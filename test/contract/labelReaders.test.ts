import { exitStatusesReader } from '../../src/formats/exitStatuses/reader';
import { predictionsReader } from '../../src/formats/predictions/reader';
import { swebenchReportReader } from '../../src/formats/swebenchReport/reader';
import { fixtureCases, readFixture } from '../support/fixtures';
import { checkReader, isLineEnd } from './readerContract';

checkReader(
  'predictions',
  predictionsReader,
  fixtureCases('predictions').map((name) => ({ name, files: readFixture('predictions', name), isSilentCut: (kept, path) => path.endsWith('l') && isLineEnd(kept) && kept !== '' })),
);

// A YAML that ends early is a shorter YAML: only a cut inside the first key leaves nothing to find.
checkReader(
  'exit statuses',
  exitStatusesReader,
  fixtureCases('exit-statuses').map((name) => ({ name, files: readFixture('exit-statuses', name), isSilentCut: (kept) => kept.includes('instances_by_exit_status:') })),
);

checkReader(
  'evaluation reports',
  swebenchReportReader,
  fixtureCases('swebench-report').map((name) => ({ name, files: readFixture('swebench-report', name), recognisedByContent: name === 'by-repo' ? 'none' : 'all' })),
);
