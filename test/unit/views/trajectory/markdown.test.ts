import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { codeSpan, commandLink, escapeMarkdown, hoverAsMarkdown } from '../../../../src/views/trajectory/markdown';
import type { StepHoverView } from '../../../../src/views/trajectory/viewStepHover';

const HOSTILE = '[click](command:workbench.action.terminal.new) <img src=x onerror=alert(1)> `code` | cell | **b** https://evil.example www.evil.example me@evil.example $(zap)\n# head';

describe('Escaping for Markdown', () => {
  it('leaves nothing that Markdown, its links or HTML could act on', () => {
    const escaped = escapeMarkdown(HOSTILE);
    ok(!/[[\]()<>`|*_#:/@.$!\n]/.test(escaped.replace(/&#\d+;/g, '')));
    ok(!escaped.includes('://') && !escaped.includes('command:'));
  });

  it('reads as the same text once entities are decoded', () => {
    const decoded = escapeMarkdown(HOSTILE).replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    equal(decoded, HOSTILE.replace('\n', ' '));
  });

  it('keeps code in its span, however many backticks it holds', () => {
    equal(codeSpan('a `b` ``c`` d'), '``` a `b` ``c`` d ```');
    equal(codeSpan('one\n\ntwo'), '` one two `');
    equal(codeSpan('  \n'), '');
  });

  it('encodes the arguments of a command', () => {
    const link = commandLink({ label: 'Show ](x)', command: 'restartLens.showStep', args: ['a) b"(', 3] });
    const target = /\(command:restartLens\.showStep\?([^()\s]*)\)$/.exec(link)?.[1] ?? '';
    deepEqual(JSON.parse(decodeURIComponent(target)), ['a) b"(', 3]);
  });
});

describe('A hover as Markdown', () => {
  const view: StepHoverView = {
    attemptId: 'a1',
    step: 2,
    title: 'Step 2 · call 2 · run · exit 1',
    windows: [`failure window 1–2: ${HOSTILE}`],
    monitors: [{ label: HOSTILE, score: '1.00', threshold: '0.75', isAlarm: true, path: '▁█' }],
    quiet: `${HOSTILE} at 0.00`,
    saw: { label: 'What stall saw', steps: [{ number: 1, title: HOSTILE, exit: 'exit 1', failed: true }] },
    cell: '3 of 3 attempts live at call 2.',
    next: '',
  };

  it('holds no link, picture or markup of the trace', () => {
    const text = hoverAsMarkdown(view, [{ label: 'Show step', command: 'restartLens.showStep', args: ['a1', 2] }]);
    const outsideCode = text.replace(/(`+) [^\n]*? \1/g, '');
    deepEqual(outsideCode.match(/\]\([^)]*\)/g), ['](command:restartLens.showStep?%5B%22a1%22%2C2%5D)']);
    equal(outsideCode.match(/command:/g)?.length, 1);
    ok(!outsideCode.includes('<') && !outsideCode.includes('://'));
  });

  it('has one row a monitor, in a table that its label cannot widen', () => {
    const rows = hoverAsMarkdown(view, []).split('\n').filter((line) => line.startsWith('|'));
    deepEqual(rows.map((row) => row.split('|').length), [6, 6, 6]);
  });
});
