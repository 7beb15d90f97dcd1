/** The fetch function of the vendor's package. The page sends the request, signed, if the app permits its URL. */

import { call } from './channel.ts';

/** The options of the vendor's fetch function. */
export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In ms. */
  readonly timeout?: number;
}

/** Statuses of which a `Response` has no body. */
const EMPTY = [204, 205, 304];

/** Sends a request of the card. */
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
