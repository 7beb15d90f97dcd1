/**
 * Returns a placeholder for a context member that needs an install, such as `ctx.crm`. Each of its calls rejects with
 * an explanation.
 */
export function unbound<T extends object>(path: string): T {
  return new Proxy((() => {}) as unknown as T, {
    get: (_target, key) =>
      typeof key === 'string' && !READ_BY_ENGINES.includes(key) ? unbound(`${path}.${key}`) : undefined,
    apply: () =>
      Promise.reject(
        new Error(
          `${path} needs an install, but a webhook delivery names none; ` +
            'use lookupInstall(ctx, portalId) or handOff(ctx, { install, capability, input }) from @svc/sdk',
        ),
      ),
  });
}

/** Properties that `await` and `JSON.stringify` read. */
const READ_BY_ENGINES: readonly string[] = ['then', 'toJSON'];
