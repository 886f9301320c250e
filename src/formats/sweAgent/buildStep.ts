import type { FileRange, Step } from '../../model/step';
import { hashAction, hashObservation } from '../shared/stepHash';
import { classifyCommand } from '../shared/stepKinds';
import { cleanLine } from '../shared/text';
import { commandTitle, cutTitle } from '../shared/title';

/** One element of a trajectory, as far as it is looked at. Texts are null where the key is missing or no string. */
export interface TrajectoryElement {
  readonly action: string;
  readonly observation: string | null;
  readonly response: string | null;
  readonly thought: string | null;
  /** `state` is there and says something; 1.x leaves it empty when nothing was run. */
  readonly hasState: boolean;
  readonly executionTime: number | null;
  /** From the first to the last of action, response and thought: the observation may lie in between. */
  readonly actionRange: FileRange;
  readonly observationRange: FileRange | null;
}

/** Commands of the producer's own tools; everything else is typed into a shell. */
const TOOLS = new Set([
  'open', 'goto', 'scroll_up', 'scroll_down', 'create', 'edit', 'insert', 'append', 'find_file', 'search_file', 'search_dir', 'str_replace_editor', 'submit', 'exit_forfeit',
  'view_image', 'filemap', 'undo_edit', 'open_site', 'click_mouse', 'debug_start', 'connect_start',
]);

/** What 0.x writes as action when the harness, not the agent, ends the run. */
const EXIT_ACTIONS = new Set(['exit_context', 'exit_cost', 'exit_error', 'exit_format', 'exit_api', 'exit_environment_error']);

/** How the producer's own tools and templates report failure, at the start of an observation. */
const FAILURES = [/^The command '.{0,2000}?' was cancelled because it took more than /s, /^Your proposed edit has introduced new syntax error/, /^Execution timed out/i, /^EXECUTION TIMED OUT/];

/** The step of an element; `call` is its model call, from 1. */
export function buildStep(element: TrajectoryElement, index: number, call: number): Step {
  const { action, observation } = element;
  const malformed = action.trim() === '';
  const ran = !malformed && !isRefused(element);
  const kind = malformed ? 'other' : classifyCommand(action);
  const answer = element.response ?? element.thought ?? '';
  const hasObservation = observation !== null && (ran || observation.trim() !== '');
  return {
    index,
    call,
    kind,
    tools: malformed ? [] : [toolOf(action)],
    title: malformed ? cutTitle(`format error: ${cleanLine(answer.slice(0, 1000))}`.replace(/: $/, '')) : commandTitle(action),
    action: element.actionRange,
    observation: hasObservation ? element.observationRange : null,
    actionHash: hashAction(malformed ? answer : action),
    observationHash: hasObservation ? hashObservation(observation) : null,
    malformed,
    isToolStep: !malformed && ((ran && observation !== null) || kind === 'submit'),
    toolCalls: malformed ? 0 : 1,
    exitCode: null,
    isError: malformed || !ran || FAILURES.some((pattern) => pattern.test((observation ?? '').slice(0, 4096).trimStart())),
    inputTokens: null,
    cachedTokens: null,
    outputTokens: null,
    cost: null,
    timeMs: null,
  };
}

/** Whether the element, if it is the last one, is the harness's own doing: it submits what is there when a run cannot go on. */
export function isHarnessExit({ action, observation, response, thought }: TrajectoryElement): boolean {
  const command = action.trim();
  if (EXIT_ACTIONS.has(command)) return true;
  if (command !== '') return false;
  if (/\bExited\b.{0,20}\(autosubmitted\)/.test((observation ?? '').slice(0, 200))) return true;
  const words = (thought ?? '').trim();
  return (response ?? '').trim() === words && (words === '' || /^Exit(?:ing)? (?:due to|because)\b/.test(words));
}

/** The last step as the harness's: no call, no tool of the agent, and a submission where one was made. */
export function asHarnessExit(step: Step, element: TrajectoryElement): Step {
  const isSubmission = (element.observation ?? '').trim() !== '';
  const reason = cleanLine((element.thought ?? '').slice(0, 400));
  return {
    ...step,
    call: null,
    kind: isSubmission ? 'submit' : 'other',
    tools: [],
    title: cutTitle(`${isSubmission ? 'submitted by the harness' : 'ended by the harness'}${reason === '' ? '' : `: ${reason}`}`),
    actionHash: null,
    malformed: false,
    isToolStep: isSubmission,
    toolCalls: 0,
    isError: true,
  };
}

/** 1.x keeps answers that it refuses to run (a blocked command, wrong shell syntax): no output, no time, no state. */
function isRefused({ observation, hasState, executionTime }: TrajectoryElement): boolean {
  return executionTime === 0 && !hasState && (observation ?? '').trim() === '';
}

export function toolOf(action: string): string {
  const word = /^\s*([\w-]+)/.exec(action)?.[1] ?? '';
  return TOOLS.has(word) ? word : 'bash';
}
