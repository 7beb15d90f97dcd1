import type { ActionResult } from '../declare/result.ts';
import type { AppEventsContext, AppObjectsContext } from './app-data.ts';
import type { CapabilityRef } from './capability-ref.ts';
import type { CrmClient } from './crm.ts';
import type { InstallContext } from './install.ts';
import type { LaterContext } from './later.ts';
import type { StoreContext } from './store.ts';

/** The members of a handler's context that belong to an install. */
export interface InstallAccess {
  /** The install. */
  readonly install: InstallContext;
  /** The authenticated, rate-limited CRM client of the install. */
  readonly crm: CrmClient;
  /** The install's durable key/value store. */
  readonly store: StoreContext;
  /** Schedules durable calls of this worker's tools and card backends, for the install. */
  readonly later: LaterContext;
  /** Records of the app's own objects. */
  readonly appObjects: AppObjectsContext;
  /** Sends occurrences of the app's own events. */
  readonly appEvents: AppEventsContext;
}

/** A capability to run, its input, and the install to run it for. */
export interface HandOffRequest {
  /** The id of a portal, or an install as returned by `lookupInstall`. */
  readonly install: number | PortalRef;
  /** A tool or card backend of the same worker, or its id. */
  readonly capability: string | CapabilityRef;
  /** The input of the capability, validated like that of any other caller. Default: none. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** The portal of an install. */
export interface PortalRef {
  /** The id of the portal. */
  readonly portalId: number | null;
}

/**
 * What the runtime attaches to the context of a trigger's handler. The functions below call it, so that declarations
 * that import them do not bundle the runtime.
 */
export interface HandOffApi {
  lookupInstall(portalId: number): Promise<InstallAccess | undefined>;
  handOff(request: HandOffRequest): Promise<ActionResult<unknown>>;
}

/** The key of `HandOffApi` on the context. */
export const HAND_OFF_API: unique symbol = Symbol.for('svc.handOff') as never;

/**
 * Returns what a trigger's own context does not have: the install of a portal, with its CRM client, store and the other
 * members that need an install.
 *
 * @param ctx the context of a trigger's handler
 * @param portalId the portal of a webhook event
 * @returns undefined when the app is not installed in the portal
 * @throws {TypeError} `invalid_argument` when `ctx` is not the context of a trigger's handler
 * @example
 * import { defineWorker, lookupInstall } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * worker.trigger('contact-created', {
 *   eventType: 'contact.creation',
 *   async handler(ctx) {
 *     for (const event of ctx.input.events) {
 *       const found = await lookupInstall(ctx, event.portalId);
 *       await found?.crm.objects.get('contacts', String(event.objectId));
 *     }
 *   },
 * });
 * export default worker;
 */
export async function lookupInstall(ctx: object, portalId: number | undefined): Promise<InstallAccess | undefined> {
  const api = apiOf(ctx, 'lookupInstall');
  return portalId === undefined ? undefined : api.lookupInstall(portalId);
}

/**
 * Runs a tool or card backend of the same worker for an install, within the time that the trigger has left.
 *
 * @param ctx the context of a trigger's handler
 * @returns the outcome of the capability
 * @throws {TypeError} `invalid_argument` when `ctx` is not the context of a trigger's handler
 * @throws {Error} when the capability throws, times out or rejects the input, or when the app is not installed in the
 * portal. `svc explain` documents its `code`
 * @example
 * import { defineWorker, handOff } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * const welcome = worker.tool('welcome', { label: 'Welcome', objectType: 'contact', handler: () => ({}) });
 * worker.trigger('contact-created', {
 *   eventType: 'contact.creation',
 *   async handler(ctx) {
 *     for (const { portalId } of ctx.input.events) {
 *       await handOff(ctx, { install: { portalId: portalId ?? null }, capability: welcome });
 *     }
 *   },
 * });
 * export default worker;
 */
export async function handOff(ctx: object, request: HandOffRequest): Promise<ActionResult<unknown>> {
  return apiOf(ctx, 'handOff').handOff(request);
}

function apiOf(ctx: object, name: string): HandOffApi {
  const api = (ctx as { readonly [HAND_OFF_API]?: HandOffApi } | undefined)?.[HAND_OFF_API];
  if (api === undefined) {
    const wanted = "expected the context of a trigger's handler; in other handlers use ctx.install";
    const error = new TypeError(`invalid context for ${name}: ${wanted}`);
    throw Object.assign(error, { code: 'invalid_argument' }); // as the runtime's own errors of arguments
  }
  return api;
}
