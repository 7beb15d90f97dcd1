/** Traces: what a user does, and all that the card does because of it, share an id. */

let current = newTrace();

/** Returns a trace id: 32 hexadecimal digits, as W3C Trace Context has them. */
function newTrace(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the current trace: that of the last action of the user, or of the load of the card. */
export function currentTrace(): string {
  return current;
}

/** Begins a trace at each action of the user, before the card learns of the action. */
export function traceActions(): void {
  for (const type of ['click', 'submit', 'change', 'keydown']) {
    addEventListener(type, (event) => event.isTrusted && begin(event), { capture: true });
  }
}

/** Keys that type, and those that click, which is an event of its own, begin no trace. */
function begin(event: Event): void {
  if (event instanceof KeyboardEvent && event.key !== 'Enter') {
    return;
  }
  current = newTrace();
}
