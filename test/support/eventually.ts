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

/** Reads a value until it holds, and returns it; after `seconds` it throws with the last one. */
export function until<Value>(read: () => Value | Promise<Value>, holds: (value: Value) => boolean, seconds = 20): Promise<Value> {
  return eventually(async () => {
    const value = await read();
    if (!holds(value)) throw new Error(`still ${JSON.stringify(value)}`);
    return value;
  }, seconds);
}
