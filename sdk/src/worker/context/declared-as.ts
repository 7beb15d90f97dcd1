/** Finds what a handler names by its definition or by its id. */

import { isObject } from '../../platform/body.ts';

/**
 * The declaration. Throws a TypeError that lists those that there are.
 * @param what as in "app event"
 * @param option where `defineApp` takes them
 */
export function declaredAs<T extends { readonly id: string }>(
  declared: readonly T[],
  ref: unknown,
  what: string,
  option: string,
): T {
  const id = isObject(ref) ? ref['id'] : ref;
  const found = declared.find((one) => one.id === id);
  if (found === undefined) {
    const known =
      declared.length === 0 ? 'it declares none' : `it declares ${declared.map((one) => one.id).join(', ')}`;
    throw new TypeError(`the app has no ${what} ${JSON.stringify(id)}: ${known}; add it to ${option} in svc.config`);
  }
  return found;
}
