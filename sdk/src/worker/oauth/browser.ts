/**
 * What binds an OAuth install to the browser that began it: a secret in a cookie. It has no other use, and ends with the
 * install or minutes later.
 */

import { randomHex, STATE_LIFETIME_MS } from './oauth-state.ts';

/** A browser, as its cookie tells it. */
export interface Browser {
  readonly secret: string;
  /** It was sent here by a callback that had no state: a second time would go round in circles. */
  readonly isSentBack: boolean;
}

const VALUE = /^([0-9a-f]{32})(\.back)?$/;

/** Browsers take the prefix `__Host-` from https only, and then from no other host of the domain. */
function cookieName(url: URL): string {
  return url.protocol === 'https:' ? '__Host-svc-oauth' : 'svc-oauth';
}

/** The browser of a request that has begun an install; undefined when it has none. */
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

/** A browser that begins an install: the one that it is already, for installs that it began in other tabs. */
export function beginningBrowser(url: URL, headers: Headers, isSentBack: boolean): Browser {
  return { secret: browserOf(url, headers)?.secret ?? randomHex(), isSentBack };
}

/** The Set-Cookie header that makes it known; without a browser, the one that ends it. */
export function cookieOf(url: URL, browser?: Browser): string {
  const value = browser === undefined ? '' : browser.secret + (browser.isSentBack ? '.back' : '');
  const seconds = browser === undefined ? 0 : STATE_LIFETIME_MS / 1000;
  const secure = url.protocol === 'https:' ? '; Secure' : '';
  return `${cookieName(url)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
