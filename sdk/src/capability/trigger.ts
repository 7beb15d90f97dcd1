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
   * How duplicates of a delivery are dropped, within 24 hours. `strict` claims the delivery id before the handler runs.
   * `best-effort` skips the claim: it has less contention, but two copies at once may both run. Default: `best-effort`.
   */
  readonly dedup?: 'best-effort' | 'strict';
  /** Gates or meters the trigger. Default: neither. */
  readonly billing?: CapabilityBillingDeclaration;
  /**
   * Handles one delivery, within 5 seconds and before it is answered. Iterate over `ctx.input.events`. An uncaught
   * error is answered with 500, and the CRM delivers again.
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
