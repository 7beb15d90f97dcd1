/** Serves a request: finds the route, reads the body, verifies the sender and converts errors to responses. */

import { readBody } from '../platform/body.ts';
import { RouteError } from '../platform/errors.ts';
import type { RawRequest } from '../platform/raw-request.ts';
import { faultOf } from '../protocol/answer-step.ts';
import type { BaseRequestContext } from '../protocol/request-context.ts';
import { authenticate } from './auth/authenticate.ts';
import type { CallOf, RouteOf } from './request/route.ts';

/**
 * Serves one request from a table of routes. Never rejects.
 * @param worker name in reports of internal errors
 */
export async function route<P extends BaseRequestContext>(
  table: readonly RouteOf<P>[],
  context: P,
  request: Request,
  worker: string,
): Promise<Response> {
  const failed = (error: unknown): Response =>
    (error instanceof RouteError ? error : internalError(context, worker, error)).response();
  try {
    const { method, headers, url: target } = request;
    const url = new URL(target);
    const { route, id } = findRoute(table, method, routePath(url, context));
    const raw: RawRequest = { method, url: target, headers, body: await readBody(request) };
    await authenticate(route.authentication, raw, context);
    const given = route.handle({ ...context, request: raw, url, id } as CallOf<P>);
    if (!(given instanceof Promise)) {
      return given;
    }
    const answer = given.catch(failed);
    context.waitUntil(answer); // otherwise the edge cancels the work when the caller disconnects, and no record is kept
    return await answer;
  } catch (error) {
    return failed(error);
  }
}

/** Returns the path of a route. Signatures are verified for the whole URL, as the caller used it. */
function routePath({ pathname }: URL, { basePath }: BaseRequestContext): string {
  return basePath !== undefined && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
}

function findRoute<P extends BaseRequestContext>(
  table: readonly RouteOf<P>[],
  method: string,
  path: string,
): { readonly route: RouteOf<P>; readonly id: string } {
  for (const route of table) {
    const match = route.method === method && route.path.exec(path);
    if (match) {
      return { route, id: decodeId(match[1] ?? '') };
    }
  }
  const allow = table
    .filter((route) => route.path.test(path))
    .map((route) => route.method)
    .join(', ');
  if (allow !== '') {
    throw new RouteError('method_not_allowed', `${path} accepts only ${allow}`, {}, { allow });
  }
  throw new RouteError('not_found', 'no such route');
}

function decodeId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RouteError('not_found', 'no such route'); // escapes that are not valid UTF-8
  }
}

/** Reports an internal error to the host. The caller does not see its cause. */
function internalError({ host }: BaseRequestContext, worker: string, error: unknown): RouteError {
  host.observe(faultOf(error, worker));
  return new RouteError('internal_error', 'the request failed; see the worker log');
}
