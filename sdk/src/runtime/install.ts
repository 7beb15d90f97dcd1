/** Which install an invocation belongs to. */

import type { InstallState } from '../context/install.ts';
import { isObject } from './body.ts';
import { Refusal } from './errors.ts';
import type { Place } from './site.ts';

/** The id of the one install of an app with static auth. */
export const STATIC_INSTALL = 'static';

const STATES: readonly string[] = ['active', 'needs_reauth', 'suspended'] satisfies InstallState[];

/** The install that an invocation runs for; its id is null where a webhook delivery names a portal and no install. */
export interface BoundInstall {
  readonly id: string | null;
  readonly portalId: number | null;
  readonly state: InstallState;
  /** Given by a granted request instead of what is set for the install. */
  readonly config?: Record<string, unknown>;
}

/** A portal id as surfaces send it (number or digits); null when it is anything else. */
export function readPortalId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : null;
}

/** The install of a portal: the one that there is with static auth, else one an account. */
export async function installOf({ site }: Place, portalId: number | null): Promise<BoundInstall> {
  if (site.app.auth === 'static') {
    return { id: STATIC_INSTALL, portalId, state: 'active' };
  }
  if (portalId === null) {
    throw new Refusal('install_not_found', 'the request names no portal, so no install can be found for it');
  }
  return { id: String(portalId), portalId, state: 'active' };
}

/** Stands for the install on the trigger path. */
export function unboundInstall(portalId: number | null): BoundInstall {
  return { id: null, portalId, state: 'unbound' };
}

/** The install that a granted request names: each member that it leaves out is that of the portal's install. */
export async function installFrom(place: Place, named: unknown): Promise<BoundInstall> {
  if (named !== undefined && !isObject(named)) {
    throw new Refusal('invalid_input', 'install must be an object such as {"portalId": 1}', { field: 'install' });
  }
  const { id, portalId, state, config } = named ?? {};
  if (state !== undefined && !STATES.includes(state as string)) {
    throw new Refusal('invalid_input', `install.state must be one of ${STATES.join(', ')}`, { field: 'install' });
  }
  const portal = readPortalId(portalId ?? id);
  const isNamed = typeof id === 'string' && id !== '';
  if (config !== undefined && !isObject(config)) {
    throw new Refusal('invalid_input', 'install.config must be a JSON object', { field: 'install' });
  }
  const base: BoundInstall = isNamed ? { id, portalId: portal, state: 'active' } : await installOf(place, portal);
  return {
    ...base,
    ...(state !== undefined && { state: state as InstallState }),
    ...(config !== undefined && { config }),
  };
}
