/** What requests leave behind with `waitUntil`: a local host lets it end before it ends a VM. */

const left = new Set<Promise<unknown>>();

/** Keeps the promise in mind until it is settled. How it ends is nobody's business: whoever left it has told. */
export function waitUntil(promise: Promise<unknown>): void {
  const settled = promise.then(forget, forget);
  function forget(): void {
    left.delete(settled);
  }
  left.add(settled);
}

/** Resolves when nothing is left, and nothing that was left has left anything more. */
export async function settled(): Promise<string> {
  while (left.size > 0) {
    await Promise.all(left);
  }
  return '';
}
