import type { JSX } from 'preact';
import type { TermView } from '../../src/protocol/audit';

/** What the words mean, behind a line that opens. */
export function Terms({ title, terms }: { readonly title: string; readonly terms: readonly TermView[] }): JSX.Element {
  return (
    <details class="terms note">
      <summary class="focusable">{title}</summary>
      <dl>
        {terms.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
