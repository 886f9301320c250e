import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { reportCsv } from '../../../src/report/csv';
import { version } from '../../../src/base/version';
import { reportHtml } from '../../../src/report/html';
import { escapeMarkdown, reportMarkdown } from '../../../src/report/markdown';
import type { ReportSection } from '../../../src/protocol/section';
import { viewAudit } from '../../../src/views/audit/viewAudit';
import { buildAudit, type CellRows } from '../../support/auditBuilder';

const HOSTILE = ['<img src=x onerror=alert(1)>', '=HYPERLINK("http://x")', 'a|b\nc', '[x](http://x)', '"quoted", with comma', '\u001b[31mred\u001b[0m', '</style><script>alert(1)</script>', 'www.example.com'];
const CELLS: readonly CellRows[] = [
  { task: '23413', runtime: 'luna', cohort: 'initial', attempts: [[5, null, 30], [6, null, 30], [8, null, 30], [10, null, 30], [null, null, 30]] },
  { task: 'late', runtime: 'luna', cohort: 'initial', attempts: Array.from({ length: 14 }, () => [28, null, 30]) },
  { task: 'over', runtime: 'luna', cohort: 'initial', attempts: [[3, null, 30], [3, null, 30]] },
  ...HOSTILE.map((task): CellRows => ({ task, runtime: '+cmd|r', cohort: null, attempts: [[20, null, 30]] })),
];
const { result, attempts } = buildAudit(CELLS, { budget: 30, times: [4, 16], interval: { kind: 'resampling range', low: -0.1, high: 0.2, level: 0.95, replicates: 100 } });
const view = viewAudit(result, attempts);

describe('the CSV of an audit', () => {
  const rows = parse(reportCsv(result), { columns: true }) as Record<string, string>[]; // the parser's shape with `columns`

  it('has every decision with all digits, empty where there is no value', () => {
    assert.equal(rows.length, result.decisions.length);
    const at = rows.findIndex((row) => row['task'] === '23413' && row['t'] === '16');
    const decision = result.decisions.find((d) => d.task === '23413' && d.t === 16);
    assert.equal(Number(rows[at]?.['difference_low']), decision?.difference?.low);
    assert.equal(rows[at]?.['verdict'], 'abstain');
    assert.equal(rows.find((row) => row['task'] === 'over' && row['t'] === '16')?.['verdict'], '');
  });

  it('starts no formula, and survives quotes, commas and line feeds in names', () => {
    const fields = rows.flatMap((row) => [row['task'] ?? '', row['runtime'] ?? '', row['cohort'] ?? '']);
    assert.ok(!fields.some((field) => /^[=+\-@]/.test(field)));
    assert.ok(fields.includes('"quoted", with comma'));
    assert.ok(fields.includes('a|b c'));
    assert.ok(fields.includes('red'));
  });
});

describe('reports of a cell without a countable attempt', () => {
  const built = buildAudit([{ task: 'none', attempts: [], setAside: ['no-outcome'] }, { task: 'over', attempts: [[3, null, 30]] }], { budget: 30, times: [16] });
  const own = viewAudit(built.result, built.attempts);

  it('tell it from one that was not reached, while the CSV keeps the status', () => {
    assert.match(reportMarkdown(own), /\| none \| – .*\| no countable attempt \|/);
    assert.match(reportMarkdown(own), /\| over \| · .*\| not reached \|/);
    assert.match(reportHtml(own), /no countable attempt/);
    assert.match(reportCsv(built.result), /none,16,not-reached,0/);
  });
});

describe('the Markdown of an audit', () => {
  const text = reportMarkdown(view);

  it('says what the panel says', () => {
    assert.match(text, /^# 2 of the 20 live comparisons are certified: 2 continue\.\n/);
    assert.match(text, /\| 23413 \| 5\/5 \| 1\/5 \| 0\/1 0 % \\\[0, 100\\\] \| 4\/5 80 % \\\[\d+, 100\\\] \| \+80 \\\[−\d+, \+100\\\] \| abstain \|/);
    assert.match(text, /## Certified decisions, all times/);
    assert.match(text, /One task carries this: late supplies 11\d % of it|One task carries this: without late its sign would turn/);
    assert.match(text, /\| \+cmd\\\|r \| unbiased change not estimable: 8 tasks with a single attempt; plug-in \(as in the paper\) −100\.00 \|/);
    assert.match(text, /Plug-in, as in the paper: −28\.00/);
  });

  it('lets no name become markup', () => {
    for (const line of text.split('\n')) assert.ok(!/(^|[^\\])<|(^|[^\\])\]\(/.test(line), line);
    assert.ok(!text.includes('http://') && !text.includes('www.e'));
    assert.equal(escapeMarkdown('1. a'), '1\\. a');
    assert.equal(escapeMarkdown('- a'), '\\- a');
    const columns = text.split('\n').filter((line) => line.startsWith('|')).map((line) => line.replaceAll('\\|', '').split('|').length);
    assert.ok(columns.every((n) => [9, 10].includes(n)), String(columns));
  });
});

describe('the HTML of an audit', () => {
  const html = reportHtml(view);

  it('is one file without scripts, addresses or foreign markup', () => {
    assert.ok(!/<script|<img|<\/style><|onerror=alert\(1\)>|src=|href=|url\(|@import/i.test(html.replace(/&#\d+;/g, ' ').replace(/src=x onerror=alert\(1\)/, '')));
    assert.equal(html.match(/<style>/g)?.length, 1);
    assert.match(html, /default-src 'none'/);
  });

  it('says what the panel says, and draws both arms of each live decision', () => {
    assert.ok(html.includes('2 of the 20 live comparisons are certified: 2 continue.'));
    assert.ok(html.includes(`Made by Restart Lens ${version}.`));
    // One scale of shares a group; one of points there and at the macro changes.
    const scales = [...html.matchAll(/<text class="axis"[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);
    const groups = html.split('<h3>').length - 1;
    assert.deepEqual(new Set(scales), new Set(['0', '50', '100 %', '−100', '+100']));
    assert.ok(scales.filter((text) => text === '100 %').length >= 1 && scales.filter((text) => text === '100 %').length <= groups);
    assert.equal(html.match(/class="res-point"/g)?.length, result.decisions.filter((d) => d.t === 16 && d.status === 'live').length);
    assert.ok(html.includes('&#60;img src=x onerror=alert(1)&#62;'));
  });
});

describe('sections in reports', () => {
  const section: ReportSection = {
    name: 'some',
    title: 'Some section',
    view: {
      headline: 'It came to <this>.',
      lead: 'For a *reason*.',
      caveats: [{ icon: 'warning', text: 'Mind it.', action: null }],
      tables: [{ title: 'Table', columns: [{ label: 'Task', align: 'start' }, { label: 'n', align: 'end' }], rows: [...HOSTILE.map((name) => [{ text: name, attempt: 'x' }, '1']), ...Array.from({ length: 200 }, () => ['a', '2'])], note: 'A note.' }],
      footnotes: ['Seed 1.'],
    },
  };

  it('stand in Markdown before the notes, escaped, with the rows left out counted', () => {
    const text = reportMarkdown(view, [section]);
    assert.ok(text.indexOf('## Evidence planner') < text.indexOf('## Some section') && text.indexOf('## Some section') < text.indexOf('## Notes'));
    assert.ok(text.includes('**It came to \\<this\\>.**'));
    assert.ok(text.includes(`And ${HOSTILE.length} more rows.`));
    assert.doesNotMatch(text, /(^|[^\\])<(img|script)/);
  });

  it('stand in HTML with numbers to the right, and none of it is markup', () => {
    const text = reportHtml(view, [section]);
    assert.ok(text.includes('>Some section</h2>') && text.includes('<td class="n">2</td>'));
    assert.ok(!text.includes('<img') && !text.includes('<script'));
  });
});
