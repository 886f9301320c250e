/** VS Code's bridge to the extension; may be called once per page. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** Styles are imported for their effect: the build writes them beside the script. */
declare module '*.css';
