import type { JSX } from 'preact';
import type { AuditNotice } from '../../src/protocol/audit';
import { Icon } from '../shared/glyphs';
import { Button, ProgressRing } from '../shared/toolkit';
import { cancelWork, runCommand, setBudget } from './connection';
import { Progress } from './header';
import { SectionPage } from './sectionPage';
import { useDescribed } from './useSection';

/** What stands in place of an audit: what is missing, and what can be done. */
export function Notice({ notice }: { readonly notice: AuditNotice }): JSX.Element {
  const { kind, headline, lines, actions, budgets, done, of } = notice;
  return (
    <main class="page">
      <section class="card notice" aria-busy={kind === 'loading'}>
        {kind === 'loading' && <Progress done={done} of={of} />}
        <h1>
          {kind === 'error' && <Icon name="error" tone="error" />} {headline}
        </h1>
        {lines.map((line) => (
          <p key={line} class="notice-line">
            {line}
          </p>
        ))}
        <div class="notice-actions">
          {budgets.map(({ budget, label }) => (
            <Button key={budget} onPress={() => setBudget(budget)}>
              {label}
            </Button>
          ))}
          {actions.map(({ label, command }, k) => (
            <Button key={command} look={k === 0 && budgets.length === 0 ? 'primary' : 'secondary'} onPress={() => runCommand(command)}>
              {label}
            </Button>
          ))}
          {kind === 'loading' && (
            <>
              <ProgressRing />
              <Button onPress={cancelWork}>Cancel</Button>
            </>
          )}
        </div>
      </section>
      {notice.describes && <Described notice={notice} />}
    </main>
  );
}

function Described({ notice }: { readonly notice: AuditNotice }): JSX.Element {
  return <SectionPage state={useDescribed(notice)} onCell={() => undefined} />;
}
