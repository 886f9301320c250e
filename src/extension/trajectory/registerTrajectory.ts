import * as vscode from 'vscode';
import { RawDecorations } from './raw/rawDecorations';
import { RawLink } from './raw/rawLink';
import { RawPages } from './raw/rawPages';
import { registerRawProviders } from './raw/rawProviders';
import { RawViews } from './raw/rawViews';
import { TraceLocator } from './traceLocator';
import { registerTrajectoryCommands } from './trajectoryCommands';
import { TrajectoryEditors } from './trajectoryEditors';
import type { TraceBuilder, TrajectorySession } from './trajectorySession';

export interface TrajectoryParts {
  readonly extensionUri: vscode.Uri;
  readonly session: TrajectorySession;
  readonly builder: TraceBuilder;
  readonly log: vscode.LogOutputChannel;
}

/** The trajectory editor, the raw text beside it, and everything that stands on raw text. */
export function registerTrajectory({ extensionUri, session, builder, log }: TrajectoryParts): vscode.Disposable {
  const locator = new TraceLocator(session, builder, log);
  const pages = new RawPages(locator);
  const views = new RawViews(locator, pages);
  const decorations = new RawDecorations(locator, views);
  const link = new RawLink(locator, views, decorations);
  const editors = new TrajectoryEditors(extensionUri, { locator, views, link });
  return vscode.Disposable.from(editors, link, decorations, pages, locator, registerRawProviders(locator, views), registerTrajectoryCommands({ locator, views, link, editors, log }));
}
