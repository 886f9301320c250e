/**
 * Calls back when the shell in which npm started this script has ended. npm hands a signal to that shell only, which dies of
 * it and tells nobody: without this, what a script serves would go on for good. Does nothing when npm did not start the script.
 */
export function onParentGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 1000);
  timer.unref();
}
