import * as vscode from 'vscode';

/** Scheme of raw pages: text of a trace that the editor itself cannot show well. */
export const RAW_SCHEME = 'restart-lens-raw';

/** A page (from 0) of a file. The file is named by its address, so that a page can be made again after a restart. */
export interface RawAddress {
  readonly file: vscode.Uri;
  readonly page: number;
}

/** The tab shows the file's name; the query tells the page apart. */
export function makeRawUri({ file, page }: RawAddress): vscode.Uri {
  return vscode.Uri.from({ scheme: RAW_SCHEME, path: file.path, query: `page=${page}` });
}

/** Null: no address of ours. */
export function readRawUri(uri: vscode.Uri): RawAddress | null {
  if (uri.scheme !== RAW_SCHEME) return null;
  const page = /^page=(\d{1,9})$/.exec(uri.query)?.[1];
  return page === undefined ? null : { file: vscode.Uri.from({ scheme: 'file', path: uri.path }), page: Number(page) };
}
