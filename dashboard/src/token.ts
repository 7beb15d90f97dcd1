/** Where the token is kept. The storage belongs to this origin, port included. */
const KEY = 'svc-dev-token';

/** Keeps the token of the link that opened the page, and removes it from the address bar and the history. */
export function takeToken(): void {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{16,}$/.test(given)) {
    localStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname);
  }
}

/** Returns the token of the routes of the tool. */
export function token(): string {
  return localStorage.getItem(KEY) ?? '';
}
