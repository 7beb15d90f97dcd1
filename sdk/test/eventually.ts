/** How long a condition has, in milliseconds. A test that has to wait longer hangs; a slow machine does not. */
const PATIENCE_MS = 60_000;

/** The real one: tests replace that of the global object. */
const startTimer = globalThis.setTimeout;

/**
 * Waits until the assertion holds, while fake timers stand still. `vi.waitFor` moves them, and gives up after a second.
 *
 * @throws the assertion's error when it still fails after a minute
 */
export async function eventually(assertion: () => void): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    try {
      return assertion();
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
    }
    await new Promise((resolve) => startTimer(resolve, 1));
  }
}
