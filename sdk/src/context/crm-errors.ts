/** The codes of the errors of `ctx.crm`. */
const CODES = [
  'aborted',
  'backpressure',
  'extension_missing',
  'handler_timeout',
  'http_error',
  'install_not_found',
  'install_suspended',
  'invalid_argument',
  'missing_scopes',
  'needs_reauth',
  'no_answer',
  'no_install',
  'not_configured',
  'protocol_unsupported',
  'response_too_large',
  'sealed_wrong',
  'state_too_new',
  'timeout',
  'token_refused',
  'token_unavailable',
  'unknown_method',
] as const;

/**
 * The `code` of an error that a call of `ctx.crm` rejects with. `svc explain <code>` describes each in detail.
 *
 * - `aborted`: the call's own `signal` aborted it. If it was in flight, the CRM may have applied it.
 * - `backpressure`: the portal's rate budget is exhausted (`CrmBackpressure`).
 * - `extension_missing`: svc left this part of `ctx.crm` out of the worker, because its code does not contain the name,
 *   such as `batch`. Write the name in full.
 * - `handler_timeout`: the invocation has reached its time limit.
 * - `http_error`: the CRM answered with an error (`CrmError`). See its `status`.
 * - `install_not_found`, `install_suspended`, `needs_reauth`: the app is not installed in the portal, an operator
 *   paused the install, or the CRM rejects its token.
 * - `invalid_argument`: the call was not sent, because an argument is invalid (`TypeError`).
 * - `missing_scopes`: the CRM rejected the call because the app lacks a scope (`CrmError`).
 * - `no_answer`: the connection failed or broke, or a 2xx response to a typed call is not the expected JSON, such as the
 *   page of a proxy. The CRM may have applied the call.
 * - `no_install`: the handler of a trigger has no install. Use `lookupInstall` or `handOff`.
 * - `not_configured`, `sealed_wrong`, `token_refused`, `token_unavailable`: svc could not get an access token.
 * - `protocol_unsupported`, `state_too_new`, `unknown_method`: the app's workers have incompatible versions. Deploy the
 *   app again.
 * - `response_too_large`: the response of the CRM has more than 32 MiB. The CRM may have applied the call.
 * - `timeout`: an attempt got no answer within its time limit. The CRM may have applied the call.
 */
export type CrmErrorCode = (typeof CODES)[number];

/**
 * Returns the code of an error that a call of `ctx.crm` rejected with, undefined for any other value. Never throws.
 *
 * @example
 * import { crmErrorCode, failContinue, type HandlerContext, retryLater } from '@svc/sdk';
 *
 * export async function refresh(ctx: HandlerContext) {
 *   try {
 *     await ctx.crm.objects.get('contacts', ctx.enrolledObject.id);
 *   } catch (error) {
 *     switch (crmErrorCode(error)) {
 *       case 'no_answer':
 *       case 'timeout':
 *         return retryLater('the CRM does not answer', 60);
 *       case 'missing_scopes':
 *         return failContinue('the app may not read contacts');
 *     }
 *     throw error;
 *   }
 * }
 */
export function crmErrorCode(error: unknown): CrmErrorCode | undefined {
  try {
    const { code } = error as { readonly code?: unknown };
    return CODES.find((one) => one === code);
  } catch {
    return undefined; // null, or a proxy
  }
}
