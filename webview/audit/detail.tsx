import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AlarmInput } from '../../src/protocol/alarmInput';
import type { AttemptLine, AuditView, CellDetailView } from '../../src/protocol/audit';
import { Icon, Mark, type IconName } from '../shared/glyphs';
import { useWidth } from '../shared/useWidth';
import { copyText, openAttempt, useCellDetail } from './connection';
import { Timeline, undrawnAttempts } from './timeline';

const WIDEST_TIMELINE = 430;

export interface DetailProps {
  readonly audit: AuditView;
  readonly cell: string;
  readonly t: number;
  readonly isTable: boolean;
  /** Called when the detail of the cell at the time is there. */
  onShown(detail: CellDetailView): void;
  /** Goes to the alarm calculator with the decision's numbers. */
  onAlarm(alarm: AlarmInput): void;
  /** Goes to the curves of the cell. */
  onCurves(key: string): void;
}

/** What opens under a chosen cell. */
export function Detail({ audit, cell, t, isTable, onShown, onAlarm, onCurves }: DetailProps): JSX.Element {
  const state = useCellDetail(audit, cell, t);
  const shown = state.kind === 'detail' && state.detail.t === t && state.detail.key === cell ? state.detail : null;
  useEffect(() => {
    if (shown !== null) onShown(shown);
  }, [shown]);
  if (state.kind === 'loading') return <div class="detail detail-waiting" aria-busy="true" />;
  if (state.kind === 'failed') {
    return (
      <p class="detail">
        <Icon name="error" tone="error" /> {state.message}
      </p>
    );
  }
  return <DetailBody detail={state.detail} isTable={isTable} onAlarm={onAlarm} onCurves={onCurves} />;
}

function DetailBody({ detail, isTable, onAlarm, onCurves }: { readonly detail: CellDetailView } & Pick<DetailProps, 'isTable' | 'onAlarm' | 'onCurves'>): JSX.Element {
  const { alarm } = detail;
  const [isListed, setListed] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidth(frame, WIDEST_TIMELINE);
  const listed = isListed || isTable;
  const live = detail.attempts.filter((attempt) => attempt.isLive === true);
  const [first] = live.length > 0 ? live : detail.attempts;
  return (
    <div class="detail">
      <div class="detail-words">
        <p>
          <b>{detail.title}</b> {detail.summary}
        </p>
        <p>
          {detail.points.map((point) => (
            <span key={point.mark} class="detail-point">
              <Mark name={point.mark} /> {point.text}
            </span>
          ))}
        </p>
        <p>{detail.conclusion}</p>
        <p class="detail-actions">
          {first !== undefined && (
            <button type="button" class="link" onClick={() => openAttempt(first.id)}>
              Open {first.label}
            </button>
          )}
          {!isTable && detail.attempts.length + detail.setAside.length > 1 && (
            <button type="button" class="link" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
              {isListed ? 'Hide the list' : allAttempts(detail)}
            </button>
          )}
          {alarm !== null && (
            <button type="button" class="link" onClick={() => onAlarm(alarm)}>
              Take its numbers into the alarm calculator
            </button>
          )}
          {detail.attempts.length > 0 && (
            <button type="button" class="link" onClick={() => onCurves(detail.key)}>
              Its curves
            </button>
          )}
          <button type="button" class="link" onClick={() => copyText(detail.sentence)}>
            Copy as sentence
          </button>
        </p>
      </div>
      {!isTable && (
        <div class="detail-drawing" ref={frame}>
          {detail.attempts.length > 0 && <Timeline detail={detail} width={Math.max(200, Math.min(WIDEST_TIMELINE, room))} />}
          {undrawnAttempts(detail) > 0 && (
            <p class="small muted">
              {undrawnAttempts(detail)} of {detail.attempts.length} attempts are not drawn; the list has all.
            </p>
          )}
        </div>
      )}
      {listed && <AttemptList detail={detail} />}
    </div>
  );
}

const TONES: Readonly<Record<AttemptLine['tone'], { readonly icon: IconName; readonly tone: 'good' | 'bad' | 'plain' }>> = {
  good: { icon: 'check', tone: 'good' },
  bad: { icon: 'cross', tone: 'bad' },
  unknown: { icon: 'question', tone: 'plain' },
  excluded: { icon: 'bar', tone: 'plain' },
  plain: { icon: 'bar', tone: 'plain' },
};

function AttemptList({ detail }: { readonly detail: CellDetailView }): JSX.Element {
  return (
    <table class="attempts">
      <caption class="hidden-text">{detail.timeline.sentence}</caption>
      <thead>
        <tr class="small muted">
          <th scope="col">Attempt</th>
          <th scope="col">Ending</th>
          <th scope="col">At {detail.timeLabel}</th>
        </tr>
      </thead>
      <tbody>
        {detail.attempts.map((attempt) => (
          <tr key={attempt.id}>
            <td>
              <button type="button" class="link" onClick={() => openAttempt(attempt.id)}>
                {attempt.label}
              </button>
            </td>
            <td>
              <Icon name={TONES[attempt.tone].icon} tone={TONES[attempt.tone].tone} /> {attempt.fullWords}
            </td>
            <td>{attempt.isLive === null ? 'not known' : attempt.isLive ? 'live' : 'ended'}</td>
          </tr>
        ))}
        {detail.setAside.map((attempt) => (
          <tr key={attempt.id} class="muted">
            <td>
              <button type="button" class="link" onClick={() => openAttempt(attempt.id)}>
                {attempt.label}
              </button>
            </td>
            <td>
              <Icon name="bar" /> {attempt.words}
            </td>
            <td>not counted</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "All 5 attempts", "All 4 attempts, 3 counted": what the list holds. */
function allAttempts({ attempts, setAside }: CellDetailView): string {
  const all = attempts.length + setAside.length;
  return setAside.length === 0 ? `All ${all} attempts` : `All ${all} attempts, ${attempts.length} counted`;
}
