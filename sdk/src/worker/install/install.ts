/** Finds the install of an invocation: the only one with static auth, else that of its portal. */

import type { InstallState } from '../../context/install.ts';
import { isObject } from '../../platform/body.ts';
import { RouteError, invalidInput } from '../../platform/errors.ts';
import { remember } from '../../platform/remember.ts';
import { isActorError } from '../../protocol/actor.ts';
import { type BoundInstall, readPortalId, STALE_MS, STATIC_INSTALL } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

const STATES: readonly string[] = ['active', 'needs_reauth', 'suspended'] satisfies InstallState[];

/**
 * Returns the install of a portal, from the cache or its actor. An active install is fresh for `FRESH_MS`. Until
 * `STALE_MS` it is served while a background call refreshes it. Other states are not served from the cache.
 * @throws RouteError `install_not_found`, which is not cached: a new install is effective at once
 */
export function installOf(context: RequestContext, portalId: number | null): BoundInstall | Promise<BoundInstall> {
  if (context.worker.app.auth === 'static') {
    return { id: STATIC_INSTALL, portalId, state: 'active' };
  }
  if (portalId === null) {
    throw new RouteError('install_not_found', 'cannot find an install: the request names no portal');
  }
  const cached = cache.get(portalId);
  const age = cached === undefined ? STALE_MS : context.host.now() - cached.at;
  if (cached === undefined || cached.install.state !== 'active' || age < 0 || age >= STALE_MS) {
    return ask(context, portalId); // the problem may have been fixed
  }
  if (age >= FRESH_MS && context.host.now() >= cached.refreshAt) {
    cached.refreshAt = context.host.now() + REFRESH_INTERVAL_MS;
    context.waitUntil(ask(context, portalId).catch(() => {})); // the cached install is served until it is stale
  }
  return cached.install;
}

/** Returns the install that a granted request names. Omitted members default to those of the portal's install. */
export async function installFrom(context: RequestContext, named: unknown): Promise<BoundInstall> {
  if (named !== undefined && !isObject(named)) {
    throw invalidInput('install', 'install must be an object such as {"portalId": 1}');
  }
  const { id, portalId, state, config } = named ?? {};
  if (state !== undefined && !STATES.includes(state as string)) {
    throw invalidInput('install', `install.state must be one of ${STATES.join(', ')}`);
  }
  if (config !== undefined && !isObject(config)) {
    throw invalidInput('install', 'install.config must be a JSON object');
  }
  const isNamed = typeof id === 'string' && id !== '' && context.worker.app.auth === 'static';
  const base: BoundInstall = isNamed
    ? { id, portalId: readPortalId(portalId), state: 'active' }
    : await installOf(context, readPortalId(portalId ?? id));
  return {
    ...base,
    ...(state !== undefined && { state: state as InstallState }),
    ...(config !== undefined && { config }),
  };
}

/** Marks the cached install as `needs_reauth`, so that the next invocation sees it. */
export function noteLostConsent(portalId: number): void {
  const cached = cache.get(portalId);
  if (cached !== undefined) {
    cached.install = { ...cached.install, state: 'needs_reauth' };
  }
}

/** How long a cached install is used without a refresh, in ms. */
const FRESH_MS = 60_000;

/** Minimum interval between background refreshes of an install, in ms. */
const REFRESH_INTERVAL_MS = 10_000;

/** Maximum number of cached installs. Far more than one isolate serves at a time. */
const MAX_CACHED = 1000;

/** Cached installs of this isolate. Plain data, since promises belong to the request that created them. */
const cache = new Map<number, { install: BoundInstall; readonly at: number; refreshAt: number }>();

async function ask({ host }: RequestContext, portalId: number): Promise<BoundInstall> {
  const at = host.now(); // before the call, so that the entry is never older than `at` says
  let described: { readonly state: InstallState };
  try {
    described = (await host.actor('InstallActor', String(portalId), 'describe', null)) as typeof described;
  } catch (error) {
    if (isActorError(error) && error.code === 'install_not_found') {
      cache.delete(portalId);
      throw new RouteError('install_not_found', `the app is not installed in the portal ${portalId}`);
    }
    throw error;
  }
  const install: BoundInstall = { id: String(portalId), portalId, state: described.state };
  remember(cache, MAX_CACHED, portalId, { install, at, refreshAt: 0 });
  return install;
}
