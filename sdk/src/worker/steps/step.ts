import { utf8 } from '../../platform/bytes.ts';
import type { RawRequest } from '../../platform/raw-request.ts';

/** Returns `ctx.request` of a step, which has no incoming request: a POST with a JSON body. */
export function stepRequest(url: string, body: unknown): RawRequest {
  const headers = new Headers({ 'content-type': 'application/json' });
  return { method: 'POST', url, headers, body: utf8.encode(JSON.stringify(body)) };
}
