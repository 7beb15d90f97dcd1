/** Members of the context that cannot be used: every call of them rejects with an error that says why. */

import { SDK_VERSION } from '../version.ts';

/** Stands for a member that this version of the runtime does not bring yet, and for all that is under it. */
export function unavailable<T extends object>(path: string): T {
  return rejecting(path, (called) => `${called} is not available in version ${SDK_VERSION} of @svc/sdk`);
}

/** Stands for a member that belongs to an install, where a webhook delivery names a portal but no install. */
export function unbound<T extends object>(path: string): T {
  return rejecting(
    path,
    (called) =>
      `${called} belongs to an install, and a webhook delivery names none: use lookupInstall(ctx, portalId), or handOff(ctx, { install, capability, input }), both from @svc/sdk`,
  );
}

function rejecting<T extends object>(path: string, why: (called: string) => string): T {
  return new Proxy(function () {} as unknown as T, {
    get: (_target, key) =>
      typeof key === 'string' && !ASKED_BY_ENGINES.includes(key) ? rejecting(`${path}.${key}`, why) : undefined,
    apply: () => Promise.reject(new Error(why(path))),
  });
}

/** What `await` and `JSON.stringify` look for on any value. */
const ASKED_BY_ENGINES: readonly string[] = ['then', 'toJSON'];
