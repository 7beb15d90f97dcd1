/** Members of the context that cannot be used: every call of them rejects with an error that says why. */

/** Stands for a member that belongs to an install, where a webhook delivery names a portal but no install. */
export function unbound<T extends object>(path: string): T {
  return rejecting(
    path,
    (called) =>
      `${called} belongs to an install, and a webhook delivery names none: use lookupInstall(ctx, portalId), or handOff(ctx, { install, capability, input }), both from @svc/sdk`,
  );
}

function rejecting<T extends object>(path: string, why: (called: string) => string): T {
  return new Proxy((() => {}) as unknown as T, {
    get: (_target, key) =>
      typeof key === 'string' && !ASKED_BY_ENGINES.includes(key) ? rejecting(`${path}.${key}`, why) : undefined,
    apply: () => Promise.reject(new Error(why(path))),
  });
}

/** What `await` and `JSON.stringify` look for on any value. */
const ASKED_BY_ENGINES: readonly string[] = ['then', 'toJSON'];
