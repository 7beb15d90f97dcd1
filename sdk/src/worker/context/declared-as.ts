import { isObject } from '../../platform/body.ts';
import { invalid } from '../../platform/arguments.ts';

/**
 * Finds the declaration that a handler names by definition or id.
 * @param what the kind, such as "app event"
 * @param option the option of `defineApp` that declares it
 * @throws TypeError that lists the declared ids
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
    throw invalid(`the app has no ${what} ${JSON.stringify(id)}: ${known}; add it to ${option} in svc.config`);
  }
  return found;
}
