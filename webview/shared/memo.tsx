import { Component, h, type ComponentChild, type FunctionComponent } from 'preact';

/** A component that is rendered again only when one of its props is another value (compared by identity). */
export function memo<Props extends object>(inner: FunctionComponent<Props>): new () => Component<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const keys = Object.keys(next) as (keyof Props)[]; // the props' own keys
      return keys.length !== Object.keys(this.props).length || keys.some((key) => next[key] !== (this.props as Props)[key]); // what is there was given as Props
    }

    override render(props: Props): ComponentChild {
      return h(inner, props);
    }
  };
}
