// HTML as text: every text and attribute goes through `escapeHtml`, so that what a trace says cannot become markup.

/** Markup that was made here and is safe to join. */
export interface Markup {
  readonly html: string;
}

export type Content = string | Markup | readonly Content[];

/** An element with escaped attributes and content. `null` attributes are left out. Void elements have no content. */
export function element(name: string, attributes: Readonly<Record<string, string | number | null>>, ...content: readonly Content[]): Markup {
  const given = Object.entries(attributes).flatMap(([key, value]) => (value === null ? [] : [` ${key}="${escapeHtml(String(value))}"`]));
  return { html: `<${name}${given.join('')}>${render(content)}</${name}>` };
}

/** Content as HTML text. */
export function render(content: Content): string {
  if (typeof content === 'string') return escapeHtml(content);
  return 'html' in content ? content.html : content.map(render).join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
