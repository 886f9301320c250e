/** Names of formats as `index --json` prints them. */
export const TRACE_FORMATS = [
  'mini-swe-agent',
  'swe-agent',
  'openhands',
  'harbor',
  'atif',
  'terminal-bench-1',
  'swe-rebench',
  'claude-code',
  'codex',
  'gemini-cli',
  'inspect',
  'otel',
  'messages',
  'outcome-table',
] as const;

/** Formats that label or describe attempts without being one. */
export const LABEL_FORMATS = ['swebench-report', 'preds', 'run-summary', 'labels', 'scores'] as const;

export type TraceFormat = (typeof TRACE_FORMATS)[number];
export type LabelFormat = (typeof LABEL_FORMATS)[number];
export type FormatName = TraceFormat | LabelFormat;
