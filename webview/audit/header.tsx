import type { JSX } from 'preact';
import type { AuditView, BannerView, CaveatView } from '../../src/protocol/audit';
import { Icon } from '../shared/glyphs';
import { RadioGroup } from '../shared/radioGroup';
import { Terms } from '../shared/terms';
import { Button } from '../shared/toolkit';
import { cancelWork, runCommand, setAttempts } from './connection';

/** The plan in one line with its seal. */
export function Header({ audit, banner }: { readonly audit: AuditView; readonly banner: BannerView | null }): JSX.Element {
  return (
    <header>
      {banner !== null && <Banner banner={banner} />}
      <div class="plan">
        <Seal audit={audit} />
        {audit.seal.attempts !== null && (
          <RadioGroup
            label="Attempts that are counted"
            look="segments"
            value={audit.seal.attempts}
            options={[
              { value: 'planned', content: 'planned attempts' },
              { value: 'all', content: 'all attempts (exploratory)' },
            ]}
            onChoose={setAttempts}
          />
        )}
        <span class="plan-line muted">{audit.planLine}</span>
        <span class="plan-actions">
          <Button look="icon" label="Open the plan file" onPress={() => runCommand('restartLens.createPlan')}>
            <Icon name="gear" />
            Plan file
          </Button>
          <Button look="icon" label="Export this audit" onPress={() => runCommand('restartLens.exportReport')}>
            <Icon name="export" />
            Export
          </Button>
          <Button look="icon" label="Audit again" onPress={() => runCommand('restartLens.runAudit')}>
            <Icon name="refresh" />
          </Button>
        </span>
      </div>
      <p class="note muted moves">
        {audit.moves}{' '}
        <button type="button" class="link nowrap" onClick={() => runCommand('restartLens.moveDecision')}>
          Move t or B
        </button>
      </p>
    </header>
  );
}

/** What the data can decide, and what limits them. */
export function Verdict({ audit }: { readonly audit: AuditView }): JSX.Element {
  return (
    <>
      <h1>{audit.headline}</h1>
      <p class="lead">
        {audit.lead}{' '}
        <button type="button" class="link nowrap" onClick={showPlanner}>
          Evidence planner
        </button>
      </p>
      {audit.bounds.map((text) => (
        <p key={text} class="note">
          {text}
        </p>
      ))}
      <CaveatList caveats={audit.caveats} />
      <Terms title="What the words mean" terms={audit.terms} />
    </>
  );
}

/** Facts that limit what is shown, with what helps. */
export function CaveatList({ caveats }: { readonly caveats: readonly CaveatView[] }): JSX.Element {
  return (
    <ul class="caveats note" aria-label="Caveats">
      {caveats.map((caveat) => (
        <Caveat key={caveat.text} caveat={caveat} />
      ))}
    </ul>
  );
}

function showPlanner(): void {
  const title = document.getElementById('planner-title');
  title?.scrollIntoView({ block: 'center' });
  title?.focus({ preventScroll: true });
}

function Seal({ audit: { seal } }: { readonly audit: AuditView }): JSX.Element {
  return (
    <span class={`seal seal-${seal.state}`}>
      <Icon name={seal.state === 'planned' ? 'locked' : seal.state === 'broken' ? 'error' : 'unlocked'} tone={seal.state === 'broken' ? 'error' : 'plain'} />
      <b>{seal.text}</b>
    </span>
  );
}

function Caveat({ caveat: { icon, text, action } }: { readonly caveat: CaveatView }): JSX.Element {
  return (
    <li>
      <Icon name={icon === 'check' ? 'check' : icon} tone={icon === 'warning' ? 'warning' : 'plain'} />
      <span>
        {text}{' '}
        {action !== null && (
          <button type="button" class="link" onClick={() => runCommand(action.command)}>
            {action.label}
          </button>
        )}
      </span>
    </li>
  );
}

/** One sentence and one action above the audit. */
function Banner({ banner: { kind, text, detail, action, done, of } }: { readonly banner: BannerView }): JSX.Element {
  return (
    <div class="card banner" role="status">
      {kind === 'loading' && <Progress done={done} of={of} />}
      <Icon name={kind === 'loading' ? 'clock' : kind === 'stale' ? 'refresh' : 'error'} tone={kind === 'error' ? 'error' : 'plain'} />
      <span>
        <b>{text}</b> {detail}{' '}
        {kind === 'loading' && (
          <button type="button" class="link" onClick={cancelWork}>
            Cancel
          </button>
        )}
        {action !== null && (
          <button type="button" class="link" onClick={() => runCommand(action.command)}>
            {action.label}
          </button>
        )}
      </span>
    </div>
  );
}

/** A bar at the top edge of its card; without a known end it stands still at a third. */
export function Progress({ done, of }: { readonly done: number; readonly of: number }): JSX.Element {
  const share = of > 0 ? Math.min(1, done / of) : null;
  return (
    <div class="progress" role="progressbar" aria-label="Indexing" aria-valuemin={0} aria-valuemax={100} aria-valuenow={share === null ? undefined : Math.round(100 * share)}>
      <i class={share === null ? 'endless' : undefined} style={{ width: `${share === null ? 33 : 100 * share}%` }} />
    </div>
  );
}
