import type { HandlerContext, TriggerInput } from '../context/handler.ts';
import type { CapabilityBillingDeclaration } from '../declare/billing.ts';
import type { EventTypeName } from '../declare/known-values.ts';
import { declare } from '../declare/recorder.ts';
import type { ActionResult } from '../declare/result.ts';

/** The options of `worker.trigger`. */
export interface TriggerOptions {
  /** The display name. */
  readonly label?: string;
  /**
   * The subscription: `<object>.<kind>` or `<object>.propertyChange.<property>`, such as
   * `contact.propertyChange.email`.
   */
  readonly eventType: EventTypeName;
  /**
   * How copies of a delivery that arrive within 24 hours are dropped. `best-effort` drops those that arrive after the
   * handler has run, so two copies at the same time may both run. `strict` also excludes that: only one copy runs, and
   * a copy that cannot be checked gets a 503, so that the CRM delivers it again. Default: `best-effort`.
   */
  readonly dedup?: 'best-effort' | 'strict';
  /** Which features the trigger requires, and the meter on which it counts. Default: none. */
  readonly billing?: CapabilityBillingDeclaration;
  /**
   * Handles one delivery, within 5 seconds. Iterate over `ctx.input.events`. The response waits for the handler. An
   * uncaught error responds with 500, and the CRM delivers again. A delivery names a portal, but no install: use
   * `lookupInstall` or `handOff` to call the CRM.
   */
  handler(ctx: HandlerContext<TriggerInput>): ActionResult | void | Promise<ActionResult | void>;
}

/** A declared trigger. */
export interface TriggerDefinition extends TriggerOptions {
  /** Always `trigger`. */
  readonly kind: 'trigger';
  /** The id passed to `trigger`. Unique among the triggers of the worker. */
  readonly id: string;
}

/**
 * Builds a handler of the CRM's webhooks without registering it. `worker.trigger` builds and registers in one call.
 *
 * @example
 * import { defineWorker, trigger } from '@svc/sdk';
 *
 * const emailChanged = trigger('email-changed', {
 *   eventType: 'contact.propertyChange.email',
 *   handler(ctx) {
 *     ctx.logger.info('email changed', { contacts: ctx.input.events.map((event) => event.objectId) });
 *   },
 * });
 *
 * export default defineWorker('main', { use: [emailChanged] });
 */
export function trigger(id: string, options: TriggerOptions): TriggerDefinition {
  return declare('trigger', [id, options], { ...options, kind: 'trigger', id });
}
