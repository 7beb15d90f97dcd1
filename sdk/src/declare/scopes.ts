import type { ScopeName } from './known-values.ts';

/**
 * Calls `run` and records that it needs these scopes. `svc check` compares them with the scopes that the app requests.
 * At run time the marker does nothing else.
 *
 * @returns the result of `run`
 * @example
 * import { usesScopes, type HandlerContext } from '@svc/sdk';
 *
 * export function ownersOf(ctx: HandlerContext) {
 *   return usesScopes('crm.objects.owners.read', () => ctx.crm.request('GET', '/crm/v3/owners'));
 * }
 */
export function usesScopes<T>(scopes: ScopeName | readonly ScopeName[], run: () => T): T {
  void scopes;
  return run();
}
