/** Members of the context that the SDK declares and this version of the runtime does not bring yet. */

import { SDK_VERSION } from '../version.ts';

/** Stands for a member and all that is under it: every call rejects with an error that names it. */
export function unavailable<T extends object>(path: string): T {
  return new Proxy(function () {} as unknown as T, {
    get: (_target, key) =>
      typeof key === 'string' && !ASKED_BY_ENGINES.includes(key) ? unavailable(`${path}.${key}`) : undefined,
    apply: () => Promise.reject(new Error(`${path} is not available in version ${SDK_VERSION} of @svc/sdk`)),
  });
}

/** What `await` and `JSON.stringify` look for on any value. */
const ASKED_BY_ENGINES: readonly string[] = ['then', 'toJSON'];
