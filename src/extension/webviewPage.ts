/** What differs between our webview pages. Addresses are as the webview sees them. */
export interface WebviewPage {
  readonly title: string;
  readonly script: string;
  readonly styles: string;
  /** Unguessable, new for each page. */
  readonly nonce: string;
  /** `webview.cspSource`: where our own files come from. */
  readonly source: string;
  /** BCP 47, as `vscode.env.language` gives it. */
  readonly language: string;
}

/**
 * The HTML document of a webview. It holds no data: that comes by message. Scripts run by nonce only, and nothing may be
 * fetched but our own styles, fonts and pictures. `csp-nonce` lets the view toolkit put its style sheet in.
 */
export function renderWebviewPage(page: WebviewPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.source} 'nonce-${page.nonce}'`,
    `font-src ${page.source}`,
    `img-src ${page.source} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta property="csp-nonce" content="${escapeAttribute(page.nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeAttribute(page.title)}</title>
<link rel="stylesheet" href="${escapeAttribute(page.styles)}">
</head>
<body>
<div id="root"></div>
<script nonce="${escapeAttribute(page.nonce)}" src="${escapeAttribute(page.script)}"></script>
</body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
