/**
 * The `fetch` of a source's `ctx.http`. It adds the source's credentials to every request, and removes them on a
 * redirect to another origin. For that it follows redirects itself, by the rules of the Fetch standard.
 */

import type { Host } from '../../platform/host.ts';
import type { Credentials } from './credentials.ts';

/** Most redirects of one request: the limit of the Fetch standard. */
const MAX_REDIRECTS = 20;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Headers that only the first origin may receive. */
const PRIVATE: readonly string[] = ['authorization', 'cookie', 'proxy-authorization'];

export function sourceFetch(fetch: Host['fetch'], credentials: Credentials): Host['fetch'] {
  return async (input, init = {}) => {
    const request = new Request(input, init);
    const mode = input instanceof Request && init.redirect === undefined ? input.redirect : (init.redirect ?? 'follow');
    const body = new Uint8Array(await request.arrayBuffer());
    const first = await authorized(fetch, request, body, credentials);
    return mode === 'follow' ? followed(fetch, request, body, first) : first.response;
  };
}

interface Sent {
  readonly response: Response;
  /** The headers of the request, including the credentials. */
  readonly headers: Headers;
  /** Names of headers that only the first origin may receive. */
  readonly secret: readonly string[];
}

/** Sends the request with the credentials. Replaces a refused access token once, if possible. */
async function authorized(
  fetch: Host['fetch'],
  request: Request,
  body: Uint8Array,
  credentials: Credentials,
): Promise<Sent> {
  const send = async (refused?: string): Promise<Sent> => {
    const own = await credentials({ body, ...(refused !== undefined && { refused }) });
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(own)) {
      headers.set(name, value);
    }
    const response = await fetch(request.url, initOf(request.method, headers, body, request.signal));
    return { response, headers, secret: [...PRIVATE, ...Object.keys(own)] };
  };
  const first = await send();
  const sent = first.headers.get('authorization');
  if (first.response.status !== 401 || sent === null || !sent.startsWith('Bearer ')) {
    return first;
  }
  const again = await credentials({ body, refused: sent });
  return again['authorization'] === sent ? first : send();
}

async function followed(
  fetch: Host['fetch'],
  request: Request,
  given: Uint8Array,
  { response: first, headers, secret }: Sent,
): Promise<Response> {
  let response = first;
  let url = new URL(request.url);
  let { method } = request;
  let body = given;
  for (let hops = 0; REDIRECTS.includes(response.status); hops++) {
    const location = response.headers.get('location');
    if (location === null) {
      return response;
    }
    if (hops === MAX_REDIRECTS) {
      throw new TypeError(
        `${request.method} ${url.origin}${url.pathname} was redirected more than ${MAX_REDIRECTS} times`,
      );
    }
    const next = new URL(location, url);
    if (next.protocol !== 'https:' && next.protocol !== 'http:') {
      throw new TypeError(
        `${request.method} ${url.origin}${url.pathname} was redirected to a URL that is not http or https`,
      );
    }
    if (next.origin !== url.origin) {
      secret.forEach((name) => headers.delete(name));
    }
    const { status } = response;
    if ((status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')) {
      [method, body] = ['GET', new Uint8Array()];
      ['content-type', 'content-length', 'content-encoding'].forEach((name) => headers.delete(name));
    }
    await response.body?.cancel();
    url = next;
    response = await fetch(url, initOf(method, headers, body, request.signal));
  }
  return response;
}

function initOf(method: string, headers: Headers, body: Uint8Array, signal: AbortSignal): RequestInit {
  return { method, headers, redirect: 'manual', signal, ...(body.length > 0 && { body: body as BodyInit }) };
}
