/** `ctx.request` of a step: no request of its own came in, so it is what one would have been. */

import type { RawRequest } from '../../platform/raw-request.ts';

const utf8 = new TextEncoder();

/** A POST of the JSON to the URL. */
export function stepRequest(url: string, body: unknown): RawRequest {
  const headers = new Headers({ 'content-type': 'application/json' });
  return { method: 'POST', url, headers, body: utf8.encode(JSON.stringify(body)) };
}
