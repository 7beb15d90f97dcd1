/**
 * Returns a placeholder for an object that is not available, such as `ctx.crm`. Each of its calls rejects with the error.
 *
 * @param error returns the error of a call, from its path, such as `ctx.crm.objects.get`
 */
export function unavailable<T extends object>(path: string, error: (path: string) => Error): T {
  return new Proxy((() => {}) as unknown as T, {
    get: (_target, key) =>
      typeof key === 'string' && !READ_BY_ENGINES.includes(key) ? unavailable(`${path}.${key}`, error) : undefined,
    apply: () => Promise.reject(error(path)),
  });
}

/** Properties that `await` and `JSON.stringify` read. */
const READ_BY_ENGINES: readonly string[] = ['then', 'toJSON'];
