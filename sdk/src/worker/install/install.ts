/** Which install an invocation belongs to: the one that there is with static auth, else the one of its portal. */

import type { InstallState } from '../../context/install.ts';
import { isObject } from '../../platform/body.ts';
import { HttpError } from '../../platform/errors.ts';
import { isActorError } from '../../protocol/actor.ts';
import { type BoundInstall, readPortalId, STALE_MS, STATIC_INSTALL } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

const STATES: readonly string[] = ['active', 'needs_reauth', 'suspended'] satisfies InstallState[];

/**
 * The install of a portal. With static auth nobody is asked; else what is known is at most `FRESH_MS` old, or
 * `STALE_MS` while the actor is asked again in the background. What is not active is asked about each time. Refuses with `install_not_found` where the app is not
 * installed: that is never remembered, so a new install counts at once.
 */
export async function installOf(context: RequestContext, portalId: number | null): Promise<BoundInstall> {
  if (context.worker.app.auth === 'static') {
    return { id: STATIC_INSTALL, portalId, state: 'active' };
  }
  if (portalId === null) {
    throw new HttpError('install_not_found', 'the request names no portal, so no install can be found for it');
  }
  const seen = known.get(portalId);
  const age = seen === undefined ? STALE_MS : context.host.now() - seen.at;
  if (seen === undefined || seen.install.state !== 'active' || age < 0 || age >= STALE_MS) {
    return ask(context, portalId); // what is amiss may have been put right since
  }
  if (age >= FRESH_MS && context.host.now() >= seen.askAgainAt) {
    seen.askAgainAt = context.host.now() + ASKING_MS;
    context.waitUntil(ask(context, portalId).catch(() => {})); // what is known serves until it is too old
  }
  return seen.install;
}

/** The install that a granted request names: each member that it leaves out is that of the portal's install. */
export async function installFrom(context: RequestContext, named: unknown): Promise<BoundInstall> {
  if (named !== undefined && !isObject(named)) {
    throw new HttpError('invalid_input', 'install must be an object such as {"portalId": 1}', { field: 'install' });
  }
  const { id, portalId, state, config } = named ?? {};
  if (state !== undefined && !STATES.includes(state as string)) {
    throw new HttpError('invalid_input', `install.state must be one of ${STATES.join(', ')}`, { field: 'install' });
  }
  if (config !== undefined && !isObject(config)) {
    throw new HttpError('invalid_input', 'install.config must be a JSON object', { field: 'install' });
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

/** Remembers that the CRM has taken back its consent, so that the next invocation already sees it. */
export function noteLostConsent(portalId: number): void {
  const seen = known.get(portalId);
  if (seen !== undefined) {
    seen.install = { ...seen.install, state: 'needs_reauth' };
  }
}

/** For how long what is known is taken as it is, in milliseconds. */
const FRESH_MS = 60_000;

/** How long one request's question in the background keeps others from asking the same, in milliseconds. */
const ASKING_MS = 10_000;

/** How many installs are remembered: far more than one isolate serves at a time. */
const MAX_KNOWN = 1000;

/** What this isolate knows of installs: plain data, since promises belong to the request that made them. */
const known = new Map<number, { install: BoundInstall; readonly at: number; askAgainAt: number }>();

async function ask({ host }: RequestContext, portalId: number): Promise<BoundInstall> {
  const at = host.now(); // from before the question: what is known is never younger than it looks
  let described: { readonly state: InstallState };
  try {
    described = (await host.actor('InstallActor', String(portalId), 'describe', null)) as typeof described;
  } catch (error) {
    if (isActorError(error) && error.code === 'install_not_found') {
      known.delete(portalId);
      throw new HttpError('install_not_found', `the app is not installed in the portal ${portalId}`);
    }
    throw error;
  }
  const install: BoundInstall = { id: String(portalId), portalId, state: described.state };
  const oldest = known.keys().next();
  if (known.size >= MAX_KNOWN && !known.has(portalId) && oldest.done !== true) {
    known.delete(oldest.value);
  }
  known.set(portalId, { install, at, askAgainAt: 0 });
  return install;
}
