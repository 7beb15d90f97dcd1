import type { RawRequest } from '../../platform/raw-request.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** One step of user code. Arguments and result are JSON values. */
export type Step = (context: RequestContext, args: unknown) => Promise<unknown>;

const utf8 = new TextEncoder();

/** Returns `ctx.request` of a step, which has no incoming request: a POST with a JSON body. */
export function stepRequest(url: string, body: unknown): RawRequest {
  const headers = new Headers({ 'content-type': 'application/json' });
  return { method: 'POST', url, headers, body: utf8.encode(JSON.stringify(body)) };
}
