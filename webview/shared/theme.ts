/**
 * Calls back after the theme changed: its kind (the body's class) or only its variables (the root's style). Returns a
 * function that stops watching. Colours drawn on a canvas must be read again; CSS and SVG follow by themselves.
 */
export function watchTheme(onChange: () => void): () => void {
  let kind = document.body.dataset['vscodeThemeKind'];
  let style = document.documentElement.getAttribute('style');
  const observer = new MutationObserver(() => {
    const kindNow = document.body.dataset['vscodeThemeKind'];
    const styleNow = document.documentElement.getAttribute('style');
    if (kindNow === kind && styleNow === style) return;
    kind = kindNow;
    style = styleNow;
    onChange();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-kind'] });
  return () => observer.disconnect();
}
