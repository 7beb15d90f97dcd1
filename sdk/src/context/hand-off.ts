/**
 * The two ways from a webhook trigger to an install: a delivery names a portal, and its handler runs for none.
 *
 * What these functions do is the runtime's business: it leaves it on the context of a trigger's handler, so that
 * declarations which only import them stay small.
 */

import type { ActionResult } from '../declare/result.ts';
import type { AppEventsContext, AppObjectsContext } from './app-data.ts';
import type { CrmClient } from './crm.ts';
import type { InstallContext } from './install.ts';
import type { StoreContext } from './store.ts';

/** What belongs to an install. */
export interface InstallAccess {
  readonly install: InstallContext;
  readonly crm: CrmClient;
  readonly store: StoreContext;
  readonly appObjects: AppObjectsContext;
  readonly appEvents: AppEventsContext;
}

/** What is handed off, and to which install. */
export interface HandOffRequest {
  /** An install, as `lookupInstall` gives it, or the id of its portal. */
  readonly install: number | { readonly portalId: number | null };
  /** A tool or card backend of the same worker, or its id. */
  readonly capability: string | { readonly kind: string; readonly id: string };
  /** Checked against the capability's input, as from any other caller. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** What the runtime leaves on the context of a trigger's handler. */
export interface TriggerHands {
  lookupInstall(portalId: number): Promise<InstallAccess | undefined>;
  handOff(request: HandOffRequest): Promise<ActionResult<unknown>>;
}

/** Where it is left. */
export const HANDS: unique symbol = Symbol.for('svc.hands') as never;

/**
 * The install of a portal, with the members that the trigger's own context does not have: its CRM client, its store.
 * Undefined when the app is not installed there.
 *
 *     for (const event of ctx.input.events) {
 *       const found = await lookupInstall(ctx, event.portalId);
 *       await found?.crm.objects.get('contact', String(event.objectId));
 *     }
 */
export async function lookupInstall(ctx: object, portalId: number | undefined): Promise<InstallAccess | undefined> {
  return portalId === undefined ? undefined : handsOf(ctx, 'lookupInstall').lookupInstall(portalId);
}

/**
 * Runs a tool or card backend of the same worker for an install, and gives its outcome; rejects when it throws, takes
 * too long, or does not take the input. It has the time that the trigger has left.
 */
export async function handOff(ctx: object, request: HandOffRequest): Promise<ActionResult<unknown>> {
  return handsOf(ctx, 'handOff').handOff(request);
}

function handsOf(ctx: object, name: string): TriggerHands {
  const hands = (ctx as { readonly [HANDS]?: TriggerHands } | undefined)?.[HANDS];
  if (hands === undefined) {
    throw new TypeError(
      `${name} takes the context of a trigger's handler, as it was given; everywhere else the install is ctx.install already`,
    );
  }
  return hands;
}
