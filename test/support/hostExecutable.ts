import path from 'node:path';
import { explainNoHost } from './hostFiles';

/** A program that takes desktop VS Code's command line; undefined: test-electron downloads one. */
export function findExecutable(): string | undefined {
  if (process.env['RESTART_LENS_VSCODE']) return process.env['RESTART_LENS_VSCODE'];
  return explainNoHost() === null ? path.join(import.meta.dirname, 'vscodeShim.cjs') : undefined;
}
