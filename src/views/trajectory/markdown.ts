import { largest } from '../../base/extent';
import type { StepHoverView } from './viewStepHover';

/**
 * Text that reads as itself in Markdown, wherever it stands: every character that Markdown, its automatic links or HTML
 * could take for more becomes a numeric entity. Line breaks become blanks.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text in a code span that it cannot leave. Not for table cells, which a bar ends in spite of the span. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  if (line.trim() === '') return '';
  const longest = largest([...line.matchAll(/`+/g)].map((run) => run[0].length), 0);
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

export interface CommandLink {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

/** A link that runs a command; its arguments are encoded, so that they cannot end the link. */
export function commandLink({ label, command, args }: CommandLink): string {
  const encoded = encodeURIComponent(JSON.stringify(args)).replace(/[()'!*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `[${escapeMarkdown(label)}](command:${command}?${encoded})`;
}

/** The hover as Markdown. Only `links` act; everything else is escaped. */
export function hoverAsMarkdown(view: StepHoverView, links: readonly CommandLink[]): string {
  const monitors = view.monitors.map((monitor) => {
    const score = monitor.isAlarm ? `**${escapeMarkdown(monitor.score)}** alarm` : escapeMarkdown(monitor.score);
    return `| ${escapeMarkdown(monitor.label)} | ${score} | ${escapeMarkdown(monitor.threshold)} | ${escapeMarkdown(monitor.path)} |`;
  });
  const seen = view.saw.steps.map((step) => {
    const exit = step.exit === '' ? '' : step.failed ? ` **${escapeMarkdown(step.exit)}**` : ` ${escapeMarkdown(step.exit)}`;
    return `${step.number} ${codeSpan(step.title)}${exit}`;
  });
  const blocks = [
    `**${escapeMarkdown(view.title)}**`,
    ...view.windows.map(escapeMarkdown),
    monitors.length === 0 ? '' : [`| Monitor | score | τ | ${escapeMarkdown(view.step === 1 ? 'step 1' : `steps 1–${view.step}`)} |`, '| :-- | --: | --: | :-- |', ...monitors].join('\n'),
    escapeMarkdown(view.quiet),
    // Two blanks before a line feed break the line.
    seen.length === 0 ? '' : [escapeMarkdown(view.saw.label), ...seen].join('  \n'),
    escapeMarkdown(view.cell),
    escapeMarkdown(view.next),
    links.map(commandLink).join(' &nbsp; '),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}
