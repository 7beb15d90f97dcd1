/**
 * Sends a body in a way that outlives the page: as a beacon, or by `fetch` with `keepalive` if there are no beacons, as in
 * workers, or the browser accepts no more. Both send a string as text/plain, which needs no preflight.
 *
 * @param failed called when the body has not left, at once or later. The fate of an accepted beacon is unknown.
 */
export function sendBody(url: string, body: string, failed: () => void): void {
  if (sendBeacon(url, body)) {
    return;
  }
  try {
    fetch(url, { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' }).then(undefined, failed);
  } catch {
    failed();
  }
}

function sendBeacon(url: string, body: string): boolean {
  try {
    return navigator.sendBeacon(url, body) === true;
  } catch {
    return false;
  }
}

/** Calls a function once, after a time in ms. It does not keep a process alive. */
export function later(run: () => void, ms: number): void {
  const timer: unknown = setTimeout(run, ms);
  (timer as { unref?(): void }).unref?.();
}

/** Calls a function when the page is hidden or left. Browsers report nothing after that. */
export function onHide(run: () => void): void {
  const scope = globalThis as Partial<EventTarget>;
  scope.addEventListener?.('pagehide', run);
  scope.addEventListener?.('visibilitychange', () => {
    if (globalThis.document?.visibilityState === 'hidden') {
      run();
    }
  });
}
