import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StepText } from '../../../../src/model/step';
import { listSections, stepAsText, viewDifference, viewPart, viewSection } from '../../../../src/views/trajectory/viewStepText';

const lines = (count: number, word = 'line'): string => Array.from({ length: count }, (_, i) => `${word} ${i + 1}`).join('\n');

function sectionsOf(text: Partial<StepText>): ReturnType<typeof listSections> {
  return listSections({ reasoning: '', message: '', calls: [], observations: [], ...text });
}

describe('The sections of a step', () => {
  it('stand in reading order, named; empty ones are left out, but not an empty output', () => {
    const sections = sectionsOf({
      reasoning: 'hm',
      message: ' \n',
      calls: [
        { tool: 'bash', text: 'ls' },
        { tool: 'str_replace_editor', text: '{"path": "a"}' },
      ],
      observations: [
        { text: '', exitCode: 0, isError: false },
        { text: 'no', exitCode: null, isError: true },
      ],
    });
    deepEqual(
      sections.map(viewSection).map(({ kind, title, note, failed }) => [kind, title, note, failed]),
      [
        ['reasoning', 'Thinking', '', false],
        ['call', 'Command 1', '', false],
        ['call', 'str_replace_editor 2', '', false],
        ['observation', 'Output 1', 'empty, exit 0', false],
        ['observation', 'Output 2', 'error', true],
      ],
    );
  });

  it('show the end of an output and the beginning of anything else, and say how much that is', () => {
    const [call, output] = sectionsOf({ calls: [{ tool: 'bash', text: lines(20) }], observations: [{ text: lines(18), exitCode: 1, isError: true }] }).map(viewSection);
    deepEqual([call?.note, call?.complete, call?.preview.split('\n').length], ['first 12 of 20 lines', false, 12]);
    deepEqual([output?.note, output?.complete, output?.preview.split('\n')[0]], ['last 7 of 18 lines, exit 1', false, 'line 12']);
  });

  it('say that a line was cut', () => {
    const [output] = sectionsOf({ observations: [{ text: 'x'.repeat(5000), exitCode: 0, isError: false }] }).map(viewSection);
    deepEqual([output?.note, output?.complete], ['cut, 5,000 characters, exit 0', false]);
  });

  it('are clean', () => {
    const [message] = sectionsOf({ message: '\u001b[1mbold\u001b[0m\r\n\u202eevil' });
    equal(message?.text, 'bold\n\\u202eevil');
  });
});

describe('A part of a section', () => {
  const [section] = sectionsOf({ observations: [{ text: lines(2500), exitCode: 0, isError: false }] });
  ok(section);

  it('is named by its lines; outside there is the nearest', () => {
    deepEqual([-1, 0, 1, 2, 99].map((part) => viewPart(section, part).label), [
      'Part 1 of 3, lines 1–1,000 of 2,500',
      'Part 1 of 3, lines 1–1,000 of 2,500',
      'Part 2 of 3, lines 1,001–2,000 of 2,500',
      'Part 3 of 3, lines 2,001–2,500 of 2,500',
      'Part 3 of 3, lines 2,001–2,500 of 2,500',
    ]);
    equal(viewSection(section).parts, 3);
    equal([0, 1, 2].map((part) => viewPart(section, part).text).join(''), lines(2500));
  });
});

describe('The difference to the last step with the same action', () => {
  const of = (text: string, isError = true): ReturnType<typeof listSections> => sectionsOf({ observations: [{ text, exitCode: isError ? 1 : 0, isError }] });

  it('says that the output is the same, that it is another, or another error', () => {
    equal(viewDifference({ step: 3, before: of('a'), after: of('a') }).note, 'same output');
    equal(viewDifference({ step: 3, before: of('a'), after: of('b') }).note, 'another error: not a plain repeat');
    equal(viewDifference({ step: 3, before: of('a'), after: of('b', false) }).note, 'another output: not a plain repeat');
  });

  it('shows the last lines of a long difference, of both sides, and counts the rest', () => {
    const difference = viewDifference({ step: 3, before: of(lines(30, 'old')), after: of(lines(30, 'new')) });
    equal(difference.note, 'another error: not a plain repeat; last 12 of 60 differing lines');
    deepEqual(difference.lines.map((line) => line.sign + line.text).filter((_, i) => i % 6 === 5), ['-old 30', '+new 30']);
  });
});

describe('A step as text', () => {
  it('holds every section whole', () => {
    const sections = sectionsOf({ message: 'Look.', calls: [{ tool: 'bash', text: 'ls' }], observations: [{ text: `${lines(40)}\n`, exitCode: 1, isError: true }] });
    equal(stepAsText('Step 4 · run', sections), `Step 4 · run\n\nMessage:\nLook.\n\nCommand:\nls\n\nOutput (exit 1):\n${lines(40)}\n`);
  });
});
