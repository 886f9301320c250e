// Which folder may import which, types included, and which packages belong to which folder.
// A new folder must be added here: lint refuses files of src outside the table.
/** @type {Record<string, {uses: string[], node?: boolean, packages?: string[]}>} */
export const layers = {
  base: { uses: [] },
  model: { uses: ['base'] },
  engine: { uses: ['base', 'model'] },
  formats: { uses: ['base', 'model'], node: true, packages: ['csv-parse', 'fzstd', 'hyparquet', 'hyparquet-compressors', 'parse-diff', 'yaml'] },
  index: { uses: ['base', 'model', 'formats'], node: true },
  plan: { uses: ['base', 'model'], node: true, packages: ['jsonc-parser'] },
  monitors: { uses: ['base', 'model', 'engine'] },
  analysis: { uses: ['base', 'model', 'engine', 'index', 'plan', 'monitors'], node: true },
  protocol: { uses: ['base', 'model'] },
  views: { uses: ['base', 'model', 'engine', 'protocol'] },
  report: { uses: ['base', 'model', 'views', 'protocol'] },
  sections: { uses: ['base', 'model', 'engine', 'index', 'plan', 'monitors', 'analysis', 'views', 'protocol'], node: true },
  workers: { uses: ['base', 'model', 'engine', 'formats', 'index', 'plan', 'monitors', 'analysis', 'protocol', 'views', 'report'], node: true },
  cli: { uses: ['base', 'model', 'engine', 'formats', 'index', 'plan', 'monitors', 'analysis', 'protocol', 'views', 'report', 'sections', 'workers'], node: true },
  extension: {
    uses: ['base', 'model', 'engine', 'formats', 'index', 'plan', 'monitors', 'analysis', 'protocol', 'views', 'report', 'sections', 'workers'],
    node: true,
    packages: ['vscode', 'jsonc-parser'],
  },
};

/** Folders of src that `webview` may import, and its packages. */
export const webview = {
  uses: ['base', 'protocol'],
  packages: ['preact', '@tanstack/virtual-core', 'chart.js', 'chartjs-plugin-annotation', '@vscode/webview-ui-toolkit'],
};
