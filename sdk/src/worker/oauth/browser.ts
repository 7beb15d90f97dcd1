/**
 * Binds an OAuth install to the browser that started it, by a secret in a cookie. The cookie is deleted after the
 * install, or expires minutes later.
 */

import { randomHex, STATE_LIFETIME_MS } from './oauth-state.ts';

/** The content of the cookie. */
export interface Browser {
  readonly secret: string;
  /** A callback without state sent the browser here. A second time would be a redirect loop. */
  readonly isSentBack: boolean;
}

const VALUE = /^([0-9a-f]{32})(\.back)?$/;

/** Browsers accept the prefix `__Host-` only over https, and then not from other hosts of the domain. */
function cookieName(url: URL): string {
  return url.protocol === 'https:' ? '__Host-svc-oauth' : 'svc-oauth';
}

/** Returns the browser that a request's cookie names, if any. */
export function browserOf(url: URL, headers: Headers): Browser | undefined {
  const name = cookieName(url);
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    const [, secret, back] = key === name ? (VALUE.exec(value) ?? []) : [];
    if (secret !== undefined) {
      return { secret, isSentBack: back !== undefined };
    }
  }
  return undefined;
}

/** Returns the browser that starts an install. It keeps an existing secret, for installs in other tabs. */
export function beginningBrowser(url: URL, headers: Headers, isSentBack: boolean): Browser {
  return { secret: browserOf(url, headers)?.secret ?? randomHex(), isSentBack };
}

/** Returns the Set-Cookie header of the browser. Without a browser it deletes the cookie. */
export function cookieOf(url: URL, browser?: Browser): string {
  const value = browser === undefined ? '' : browser.secret + (browser.isSentBack ? '.back' : '');
  const seconds = browser === undefined ? 0 : STATE_LIFETIME_MS / 1000;
  const secure = url.protocol === 'https:' ? '; Secure' : '';
  return `${cookieName(url)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
