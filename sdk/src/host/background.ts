/** Promises that were passed to `waitUntil` and are not settled. */
const pending = new Set<Promise<unknown>>();

/** Tracks the promise until it settles. Its result is ignored. */
export function waitUntil(promise: Promise<unknown>): void {
  const settled = promise.then(forget, forget);
  function forget(): void {
    pending.delete(settled);
  }
  pending.add(settled);
}

/** Resolves when no promise is pending. The local host waits for it before it ends a VM. */
export async function settled(): Promise<string> {
  while (pending.size > 0) {
    await Promise.all(pending);
  }
  return '';
}
