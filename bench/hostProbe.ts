// Runs inside the extension host of a real VS Code: loads and activates the extension, has it read the folder and audit it, and
// writes how long that and the standstills of the host's thread took into the file that RESTART_LENS_BENCH_HOST names.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';

export interface HostMeasure {
  /** Milliseconds until the bundle is loaded, and processor time of the host meanwhile. */
  readonly load: number;
  readonly loadCpu: number;
  /** Milliseconds of activation after that; null when VS Code had activated the extension before. */
  readonly activation: number | null;
  /** Longest time that the thread stood still, in milliseconds: with nothing to do, while the folder is read and shown, and while it is audited. */
  readonly idle: number;
  readonly reading: number;
  readonly auditing: number;
}

const IDLE_MS = 3000;

/** VS Code calls this. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('restart-lens.restart-lens');
  if (!extension) throw new Error('The extension is not there.');
  const idle = await longestBlock(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
  const wasActive = extension.isActive;
  const { load, loadCpu } = await loadBundle(path.join(extension.extensionPath, 'dist/extension.mjs'));
  const start = performance.now();
  await extension.activate();
  const activation = wasActive ? null : performance.now() - start;
  const reading = await longestBlock(async () => {
    await vscode.commands.executeCommand('workbench.view.extension.restartLens');
    await vscode.commands.executeCommand('restartLens.rebuildIndex');
  });
  const auditing = await longestBlock(() => vscode.commands.executeCommand('restartLens.runAudit'));
  const measure: HostMeasure = { load, loadCpu, activation, idle, reading, auditing };
  writeFileSync(process.env['RESTART_LENS_BENCH_HOST'] ?? 'host.json', JSON.stringify(measure));
}

/** Loads the bundle as VS Code does; activation then takes what is loaded. */
async function loadBundle(file: string): Promise<Pick<HostMeasure, 'load' | 'loadCpu'>> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  await import(pathToFileURL(file).href);
  const { user, system } = process.cpuUsage(cpu);
  return { load: performance.now() - start, loadCpu: (user + system) / 1000 };
}

async function longestBlock(work: () => Thenable<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  // What the work still has to show belongs to it.
  await new Promise((resolve) => setTimeout(resolve, 500));
  delay.disable();
  return delay.max / 1e6;
}
