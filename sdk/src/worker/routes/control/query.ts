/** What control routes for an install read from their query or body. */

import { isObject } from '../../../platform/body.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { isActorError } from '../../../protocol/actor.ts';
import { STATIC_INSTALL } from '../../../protocol/install.ts';
import type { AppCall } from '../../request/route.ts';
import { described, installId } from './installs.ts';

/** Returns `limit` of the query: 50 by default, at most 500. */
export function limitOf({ url }: AppCall): number {
  const limit = url.searchParams.get('limit') ?? '50';
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 500) {
    throw invalidInput('limit', 'limit must be a whole number from 1 to 500');
  }
  return Number(limit);
}

/** Returns a page of a list of the install's actor. `after` of the query continues it. @throws RouteError */
export async function pageOf(call: AppCall, install: string, method: string, args: object): Promise<unknown> {
  const after = call.url.searchParams.get('after') ?? undefined;
  try {
    return await call.host.actor('InstallActor', install, method, { ...args, after, limit: limitOf(call) });
  } catch (error) {
    throw isActorError(error) && error.code === 'invalid_input' ? invalidInput('after', error.message) : error;
  }
}

/** Returns the id of the install that the query names. @throws RouteError `install_not_found` */
export const installOfQuery = (call: AppCall): Promise<string> =>
  installNamed(call, call.url.searchParams.get('install') ?? undefined);

/** Returns the install's id. @throws RouteError `install_not_found` */
export async function installNamed(call: AppCall, named: unknown): Promise<string> {
  if (named === undefined && call.manifest.app.auth === 'static') {
    return STATIC_INSTALL;
  }
  const id = installId({ ...call, id: String(isObject(named) ? '' : (named ?? '')) });
  return (await described(call, id)).id;
}
