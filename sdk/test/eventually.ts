/** How long a condition may take, in ms. Long enough for a slow machine. */
const PATIENCE_MS = 60_000;

/** The real timer, since tests replace the global one. */
const startTimer = globalThis.setTimeout;

/**
 * Waits until the assertion holds, without advancing fake timers. `vi.waitFor` advances them, and gives up after 1 s.
 *
 * @throws the assertion's error if it still fails after a minute
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
