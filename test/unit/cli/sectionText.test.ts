import assert from 'node:assert/strict';
import { sectionText } from '../../../src/cli/sectionText';
import type { SectionView } from '../../../src/protocol/section';

const VIEW: SectionView = {
  headline: 'Two rows.',
  lead: '',
  caveats: [{ icon: 'warning', text: 'Mind this.', action: null }],
  tables: [{ title: 'Numbers', columns: [{ label: 'Task', align: 'start' }, { label: 'n', align: 'end' }], rows: [['a\u001b[31mb', '5'], [{ text: 'longer name', attempt: 'x' }, '12']], note: '' }],
  footnotes: ['Seed 1.'],
};

describe('a section in the terminal', () => {
  it('prints words, caveats, tables and footnotes, without what a trace could do to the terminal', () => {
    assert.equal(sectionText(VIEW, 80), 'Two rows.\n\n! Mind this.\n\nNumbers\nTask          n\nab            5\nlonger name  12\n\nSeed 1.\n');
  });

  it('cuts long names in the middle, since those of runtimes differ at their end', () => {
    const [table] = VIEW.tables;
    assert.ok(table !== undefined);
    const names = ['0eedeb', '5b5a74'].map((config) => `agent 2.2.7 · provider/some-rather-long-model-name · config ${config}`);
    const lines = sectionText({ ...VIEW, tables: [{ ...table, rows: names.map((name) => [name, '1']) }] }, 200).split('\n');
    assert.equal(lines.filter((line) => /^agent 2\.2\.7 .*….*config (0eedeb|5b5a74) +1$/.test(line)).length, 2);
  });

  it('counts the rows that it leaves out', () => {
    const [table] = VIEW.tables;
    assert.ok(table !== undefined);
    const long = { ...VIEW, tables: [{ ...table, rows: Array.from({ length: 45 }, () => ['a', '1']) }] };
    assert.match(sectionText(long, 80), /\nand 5 more; --json lists all\n/);
  });
});
