// The only file that knows the view toolkit (@vscode/webview-ui-toolkit 1.4.0, archived): a successor is put in here.
// What it needs: import it statically with the page's first script, since it reads the theme when the window has loaded; the
// page's `csp-nonce`, since it puts a style sheet in; never its tag, badge or data grid.

import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption, vsCodeProgressRing, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import type { ComponentChildren, HTMLAttributes, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { watchTheme } from './theme';

declare module 'preact' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- elements are declared by merging with Preact's own namespace
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes<HTMLElement> & { readonly appearance: string; readonly disabled: boolean };
      'vscode-dropdown': HTMLAttributes<HTMLElement & { value: string }>;
      'vscode-option': HTMLAttributes<HTMLElement> & { readonly value: string };
      'vscode-progress-ring': HTMLAttributes<HTMLElement>;
      'vscode-text-field': HTMLAttributes<HTMLElement & { value: string }> & { readonly placeholder: string };
    }
  }
}

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption(), vsCodeProgressRing(), vsCodeTextField());

// The toolkit reads the theme again only when the body's class list changes. A switch between two themes of one kind changes
// variables alone, so the class list is touched for it.
watchTheme(() => {
  document.body.classList.add('theme-changed');
  document.body.classList.remove('theme-changed');
});

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly look?: 'primary' | 'secondary' | 'icon';
  readonly label?: string;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  onPress(): void;
}

/** A button. `label` names it where its content does not. */
export function Button({ children, look = 'secondary', label, disabled = false, expanded, onPress }: ButtonProps): JSX.Element {
  const element = useRef<HTMLElement>(null);
  // The toolkit's inner button takes its name and state from properties, which exist only after the element's upgrade.
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    setOrRemove(own, 'aria-label', label);
    setOrRemove(own, 'aria-expanded', expanded === undefined ? undefined : String(expanded));
  }, [label, expanded]);
  return (
    <vscode-button ref={element} appearance={look} disabled={disabled} title={label} onClick={onPress}>
      {children}
    </vscode-button>
  );
}

export interface DropdownProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  onChoose(value: Value): void;
}

/** A list to choose one value from. */
export function Dropdown<Value extends string>({ label, value, options, onChoose }: DropdownProps<Value>): JSX.Element {
  const element = useRef<HTMLElement & { value: string }>(null);
  // The value counts only after the options are there.
  useEffect(() => {
    if (element.current && element.current.value !== value) element.current.value = value;
  }, [value, options]);
  const choose = (): void => {
    const chosen = options.find((option) => option.value === element.current?.value);
    if (chosen && chosen.value !== value) onChoose(chosen.value);
  };
  return (
    <vscode-dropdown ref={element} aria-label={label} onChange={choose}>
      {options.map((option) => (
        <vscode-option key={option.value} value={option.value}>
          {option.text}
        </vscode-option>
      ))}
    </vscode-dropdown>
  );
}

export interface TextFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Stands before the text, such as an icon. */
  readonly start?: ComponentChildren;
  onInput(value: string): void;
}

/** One line of text. */
export function TextField({ label, placeholder, value, start, onInput }: TextFieldProps): JSX.Element {
  const element = useRef<HTMLElement & { value: string }>(null);
  // What was typed comes back as `value` a moment later, when more may have been typed: an echo must not overwrite it.
  const typed = useRef<string[]>([]);
  useEffect(() => {
    const echo = typed.current.indexOf(value);
    typed.current = echo < 0 ? [] : typed.current.slice(echo + 1);
    if (echo < 0 && element.current && element.current.value !== value) element.current.value = value;
  }, [value]);
  // As with Button: the inner input takes its name from the upgraded element.
  useEffect(() => {
    if (element.current) setOrRemove(element.current, 'aria-label', label);
  }, [label]);
  const input = (): void => {
    const text = element.current?.value ?? '';
    typed.current.push(text);
    onInput(text);
  };
  return (
    <vscode-text-field ref={element} placeholder={placeholder} onInput={input}>
      {start === undefined ? null : <span slot="start">{start}</span>}
    </vscode-text-field>
  );
}

/** Says that work goes on; the words beside it say which. */
export function ProgressRing(): JSX.Element {
  return <vscode-progress-ring aria-hidden="true" />;
}

function setOrRemove(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
