/** Set by the build from package.json; absent when the sources run unbundled, as in unit tests. */
declare const RESTART_LENS_VERSION: string | undefined;

/** Version of the product, "0.1.0"; "0.0.0-source" when run from the sources. */
export const version: string = typeof RESTART_LENS_VERSION === 'undefined' ? '0.0.0-source' : RESTART_LENS_VERSION;
