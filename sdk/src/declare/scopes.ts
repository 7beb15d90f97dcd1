import type { ScopeName } from './known-values.ts';

/**
 * Calls `run`, and declares that it needs these scopes, which `svc check` compares with the scopes that the app
 * requests. At run time, the declaration has no effect.
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
