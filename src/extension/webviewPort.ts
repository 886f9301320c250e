import type * as vscode from 'vscode';
import type { Envelope, Port } from '../protocol/rpc';

/** The host's end of the connection with a webview. */
export function portOfWebview(webview: vscode.Webview): Port {
  return {
    post: (message: Envelope) => void webview.postMessage(message),
    listen: (receive) => {
      const listener = webview.onDidReceiveMessage(receive);
      return () => listener.dispose();
    },
  };
}
