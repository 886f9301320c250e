const PAUSE_MS = 50;

/**
 * Runs a check of what another process shows until it does not throw; after `seconds` it throws the check's last error.
 * A page, an editor or a worker answers in its own time, so nothing about them is judged by a first look.
 */
export async function eventually<Value>(check: () => Value | Promise<Value>, seconds = 10): Promise<Value> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
