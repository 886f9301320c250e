import type { StepText } from '../../model/step';
import type { CancelSignal } from '../../protocol/rpc';
import { RpcFailure } from '../../protocol/rpc';
import type { SearchHit, SearchHits, SectionPart, StepDifference, StepRows, StepTextView, TrajectoryView } from '../../protocol/trajectory';
import { formatBytes } from '../../views/numbers';
import { findInStep, prepareQuery } from '../../views/trajectory/searchText';
import { type FullSection, listSections, stepAsText, viewDifference, viewPart, viewSection } from '../../views/trajectory/viewStepText';
import type { SubAgentInput } from '../../views/trajectory/subAgents';
import { viewRows } from '../../views/trajectory/viewRows';
import { type TrajectoryInput, viewInPortions } from '../../views/trajectory/viewTrajectory';
import { finish } from '../portions';
import { factsOf, filesOf, type RunFacts, type RunSource } from './runSource';

/** Milliseconds of searching after which the extension host is let go. */
const BREATH = 8;
/** Steps read at a time. */
const BATCH = 16;
/** Texts kept, in UTF-16 units: steps that are open are asked for again in parts. */
const KEPT = 32 * 1024 * 1024;

interface KeptText {
  readonly sections: readonly FullSection[];
  /** UTF-16 units. */
  readonly size: number;
  /** Bytes of the step that were not read. */
  readonly missing: number;
}

/** Answers the trajectory view's questions about one attempt. Knows no editor. */
export class TrajectoryRun {
  private readonly kept = new Map<number, KeptText>();
  private keptSize = 0;

  private constructor(
    private readonly source: RunSource,
    private readonly facts: RunFacts,
  ) {}

  /** Computes scores and times first, in portions. */
  static async open(source: RunSource): Promise<TrajectoryRun> {
    return new TrajectoryRun(source, await factsOf(source));
  }

  get attemptId(): string {
    return this.facts.attempt.id;
  }

  /** Whether its cell holds another attempt, to compare with. */
  get hasSiblings(): boolean {
    return (this.source.siblings?.of ?? 1) > 1;
  }

  get stepCount(): number {
    return this.facts.steps.length;
  }

  /** Whether the attempt is a sub-agent of this one, or started it. */
  isRelated(attemptId: string): boolean {
    const { index, row } = this.source;
    const rows = [index.parentOf(row) ?? -1, ...index.subAgents(row).map((sub) => sub.row)];
    return rows.some((other) => other >= 0 && index.attempt(other).id === attemptId);
  }

  view(options: { readonly canCompare: boolean; readonly hasRaw: boolean; readonly top: number; readonly begun: TrajectoryInput['begun'] }): Promise<TrajectoryView> {
    const { index, row, siblings } = this.source;
    const parent = index.parentOf(row);
    const files = new Set(filesOf(this.facts));
    const input = {
      ...this.facts,
      ...options,
      root: index.root,
      siblings,
      callResults: index.callResults(row),
      subAgents: this.subAgents(),
      startedBy: parent === null ? null : { attempt: index.attempt(parent), step: index.subAgents(parent).find((sub) => sub.row === row)?.step ?? null },
      files: index.files.filter((file) => files.has(file.file)),
      problems: index.problems.filter((problem) => files.has(problem.file)),
    };
    return finish(viewInPortions(input));
  }

  /** Rows of the steps `from` to `to` (from 1, inclusive), as many as one answer holds. */
  stepRows(from: number, to: number): StepRows {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) throw new RpcFailure('no-step', 'Rows are asked for by their numbers.');
    return viewRows({ ...this.facts, subAgents: this.subAgents() }, from, to);
  }

  /** Sections of a step (from 1) as they are shown at first. `rawLabel` names the place in the raw file; '' for none. */
  async stepText(step: number, rawLabel: string): Promise<StepTextView> {
    const { sections, missing } = await this.textOf(step);
    return {
      sections: sections.map(viewSection),
      difference: await this.difference(step, sections),
      rawLabel,
      notice: missing > 0 ? `${formatBytes(missing)} of this step are not shown: it is larger than what is read at once, or the file was cut since it was indexed.` : '',
    };
  }

  async sectionPart(step: number, section: number, part: number): Promise<SectionPart> {
    const found = (await this.sections(step))[section];
    if (!found) throw new RpcFailure('no-section', `Step ${step} has no section ${section}.`);
    return viewPart(found, part);
  }

  /** Searches every step's text; lets the host breathe, tells how far it is, and stops when nobody waits. */
  async search(query: string, { signal, onProgress }: { readonly signal: CancelSignal; onProgress(searched: number): void }): Promise<SearchHits> {
    const pattern = prepareQuery(query);
    const hits: SearchHit[] = [];
    if (pattern === null) return { hits, searched: 0 };
    const of = this.stepCount;
    let breathed = Date.now();
    let searched = 0;
    while (searched < of && !signal.cancelled) {
      const batch = Array.from({ length: Math.min(BATCH, of - searched) }, (_, i) => searched + i);
      const texts = await Promise.all(batch.map((index) => this.readText(index)));
      texts.forEach((text, i) => {
        const hit = text === null ? null : findInStep(searched + i + 1, text, pattern);
        if (hit) hits.push(hit);
      });
      searched += batch.length;
      if (Date.now() - breathed < BREATH) continue;
      onProgress(searched);
      await new Promise((resolve) => setImmediate(resolve));
      breathed = Date.now();
    }
    return { hits, searched };
  }

  async copyText(step: number): Promise<string> {
    const row = this.facts.steps[step - 1];
    return stepAsText(`Step ${step}${row ? ` · ${row.kind}` : ''}`, await this.sections(step));
  }

  /** The step's facts and whole text as JSON, nothing cleaned: for programs. */
  async copyJson(step: number): Promise<string> {
    return `${JSON.stringify({ attempt: this.attemptId, step: this.facts.steps[step - 1], text: await this.source.stepText(step - 1) }, null, 2)}\n`;
  }

  private subAgents(): readonly SubAgentInput[] {
    const { index, row } = this.source;
    return index.subAgents(row).map((sub) => ({ attempt: index.attempt(sub.row), step: sub.step, depth: sub.depth }));
  }

  /** A step that cannot be read holds no match; the view says so when it is opened. */
  private async readText(index: number): Promise<StepText | null> {
    try {
      return await this.source.stepText(index);
    } catch {
      return null;
    }
  }

  private async sections(step: number): Promise<readonly FullSection[]> {
    return (await this.textOf(step)).sections;
  }

  private async textOf(step: number): Promise<KeptText> {
    if (!Number.isSafeInteger(step) || step < 1 || step > this.stepCount) throw new RpcFailure('no-step', `There is no step ${step}.`);
    const known = this.kept.get(step);
    if (known) {
      // Moved to the end: the one that was used last goes last.
      this.kept.delete(step);
      this.kept.set(step, known);
      return known;
    }
    const text = await this.source.stepText(step - 1);
    const sections = listSections(text);
    const size = sections.reduce((sum, section) => sum + section.text.length, 0);
    const made: KeptText = { sections, size, missing: text.missing ?? 0 };
    this.kept.set(step, made);
    this.keptSize += size;
    for (const [oldest, entry] of this.kept) {
      if (this.keptSize <= KEPT || oldest === step) break;
      this.kept.delete(oldest);
      this.keptSize -= entry.size;
    }
    return made;
  }

  /** Against the last step before with the same action and an output; null when there is none. */
  private async difference(step: number, sections: readonly FullSection[]): Promise<StepDifference | null> {
    const { steps } = this.facts;
    const own = steps[step - 1];
    if (!own || own.actionHash === null || own.observationHash === null) return null;
    for (let before = step - 2; before >= 0; before--) {
      const earlier = steps[before];
      if (earlier?.actionHash === own.actionHash && earlier.observationHash !== null) {
        return viewDifference({ step: before + 1, before: await this.sections(before + 1), after: sections });
      }
    }
    return null;
  }
}
