/** Placeholders for context members that are unavailable. */

/** Returns a placeholder for a member that needs an install. Each of its calls rejects with an explanation. */
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
      typeof key === 'string' && !READ_BY_ENGINES.includes(key) ? rejecting(`${path}.${key}`, why) : undefined,
    apply: () => Promise.reject(new Error(why(path))),
  });
}

/** Properties that `await` and `JSON.stringify` read. */
const READ_BY_ENGINES: readonly string[] = ['then', 'toJSON'];
