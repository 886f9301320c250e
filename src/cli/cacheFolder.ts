import path from 'node:path';

/** Names a folder for what is kept between runs. */
const VARIABLE = 'RESTART_LENS_CACHE';

/**
 * Where the command line keeps what it has read: the folder that RESTART_LENS_CACHE names, else one in the place where the
 * platform keeps caches (on Linux, XDG Base Directory Specification 0.8). Null where a home is not known either.
 */
export function defaultCacheFolder(environment: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform, home: string): string | null {
  const stated = environment[VARIABLE];
  if (stated) return path.resolve(stated);
  const base = cacheBase(environment, platform, home);
  return base === null ? null : path.join(base, 'restart-lens');
}

function cacheBase(environment: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform, home: string): string | null {
  const stated = platform === 'win32' ? environment.LOCALAPPDATA : environment.XDG_CACHE_HOME;
  // The specification asks for relative paths to be passed over.
  if (stated && path.isAbsolute(stated)) return stated;
  if (home === '') return null;
  if (platform === 'win32') return path.join(home, 'AppData', 'Local');
  return platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache');
}
