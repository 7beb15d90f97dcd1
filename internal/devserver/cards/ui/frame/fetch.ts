/** The fetch function of the vendor's package. The page sends the request, signed, if the app permits its URL. */

import { call } from './channel.ts';

/** The options of the vendor's fetch function. */
export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In ms. It can only shorten the limit of 15 s. */
  readonly timeout?: number;
}

/** Statuses of which a `Response` has no body. */
const EMPTY = [204, 205, 304];

/**
 * Sends a request of the card. The server takes at most 15 s for it, and returns at most 1 MiB. A body is sent as JSON;
 * a `GET` has none. Headers of the connection and of the platform are left out.
 * @param url absolute, of a card backend or one that `permittedUrls.fetch` of the app lists
 * @throws Error for an invalid URL or method, one that is not permitted, a server that cannot be reached, a response that
 *   comes late or is too large. A response with a status of 400 or more is returned.
 */
export async function fetch(url: string | URL, options: FetchOptions = {}): Promise<Response> {
  const answer = await call('fetch', {
    url: new URL(url).href,
    method: (options.method ?? 'GET').toUpperCase(),
    headers: Object.fromEntries(new Headers(options.headers).entries()),
    body: options.body ?? null,
    timeout: options.timeout,
  });
  const body = EMPTY.includes(answer.status) ? null : answer.body;
  return new Response(body, { status: answer.status, headers: answer.headers });
}
