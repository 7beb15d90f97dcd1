/** The header of a card backend's response with the id of its invocation. */
const HEADER = 'x-svc-invocation';

/** The invocation of the backend call that returned last; undefined before the first. */
let last: string | undefined;

/** Returns the id of the invocation of the backend call that returned last. Log entries name it. */
export function lastInvocation(): string | undefined {
  return last;
}

/** Records that a backend call has returned. The platform may pass on no headers. */
export function noteInvocation(headers: { get?(name: string): string | null } | undefined): void {
  try {
    last = /^[\w-]{1,64}$/.exec(headers?.get?.(HEADER) ?? '')?.[0];
  } catch {
    last = undefined; // a response must not fail because of its log entries
  }
}
