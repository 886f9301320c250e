import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

export interface RadioGroupProps<Value extends string | number> {
  readonly label: string;
  /** Joined in one frame, or as chips that stand apart. */
  readonly look: 'segments' | 'chips';
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly content: ComponentChildren; readonly label?: string }[];
  onChoose(value: Value): void;
}

/** One of several options, all visible. One tab stop; arrows, Home and End choose. */
export function RadioGroup<Value extends string | number>({ label, look, value, options, onChoose }: RadioGroupProps<Value>): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const chosen = Math.max(0, options.findIndex((option) => option.value === value));
  const move = (event: KeyboardEvent): void => {
    const to = movedIndex(event.key, chosen, options.length);
    const option = to === null ? undefined : options[to];
    if (to === null || option === undefined) return;
    event.preventDefault();
    onChoose(option.value);
    const button = group.current?.children[to];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div ref={group} role="radiogroup" aria-label={label} class={look} onKeyDown={move}>
      {options.map((option, k) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          class={look === 'chips' ? 'toggle' : undefined}
          aria-checked={k === chosen}
          aria-label={option.label}
          title={option.label}
          tabIndex={k === chosen ? 0 : -1}
          onClick={() => onChoose(option.value)}
        >
          {option.content}
        </button>
      ))}
    </div>
  );
}

/** Where the arrows, Home and End lead in a row of choices that closes to a ring; null: another key. */
export function movedIndex(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (from + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
