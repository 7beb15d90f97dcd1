import type { InstallState } from '../context/install.ts';

/** The id of the single install of an app with static auth. */
export const STATIC_INSTALL = 'static';

/** The install of an invocation. The id is null for a webhook delivery, which names a portal but no install. */
export interface BoundInstall {
  /** The install's id. Null on the trigger path. */
  readonly id: string | null;
  /** The portal of the install. Null when the request names none. */
  readonly portalId: number | null;
  /** The state of the install. */
  readonly state: InstallState;
  /** The install's config, if a request with a grant overrides it. */
  readonly config?: Record<string, unknown>;
}

/** An install in the project's index and in responses of control routes. Times are milliseconds since the epoch. */
export interface InstallDescription {
  readonly id: string;
  /** Null for an app with static auth, whose portal is unknown. */
  readonly portalId: number | null;
  readonly state: Exclude<InstallState, 'unbound'>;
  /** The time of the last change of state. */
  readonly since?: number;
  readonly installedAt?: number;
  readonly scopes?: readonly string[];
  /** When its data is erased, unless the app is installed again. */
  readonly eraseAt?: number;
}

/** One page of the index, ordered by portal id. */
export interface InstallPage {
  readonly installs: readonly InstallDescription[];
  /** The id after which the next page starts. Absent on the last page. */
  readonly next?: string;
}

/** Reads a portal id, which is a number or digits. Returns null for anything else. */
export function readPortalId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : null;
}

/** Returns the install of a trigger's invocation. */
export function unboundInstall(portalId: number | null): BoundInstall {
  return { id: null, portalId, state: 'unbound' };
}

/** How long a worker uses a cached install while it asks the actor again, in ms. */
export const STALE_MS = 600_000;

/** Minimum remaining lifetime of an access token that an actor hands out, in ms. */
export const MIN_LIFE_MS = 60_000;
