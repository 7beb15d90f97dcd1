/** Triggers: handlers of the CRM's webhooks. */
import type { HandlerContext, TriggerInput } from '../context/handler.ts';
import type { CapabilityBillingDeclaration } from './billing.ts';
import type { ActionResult } from './result.ts';
/** The options of `worker.trigger`. */
export interface TriggerOptions {
    readonly label?: string;
    /** `<object>.<kind>` or `<object>.propertyChange.<property>`, such as `contact.propertyChange.email`. */
    readonly eventType: string;
    /**
     * How duplicate deliveries are dropped within 24 hours. `strict` claims the delivery first; `best-effort` skips the
     * claim (a small race, less contention). Default: `best-effort`.
     */
    readonly dedup?: 'best-effort' | 'strict';
    readonly billing?: CapabilityBillingDeclaration;
    /** Called once a delivery, before it is answered: go through `ctx.input.events`. A throw makes the CRM retry. */
    handler(ctx: HandlerContext<TriggerInput>): ActionResult | void | Promise<ActionResult | void>;
}
/** A declared trigger. */
export interface TriggerDefinition extends TriggerOptions {
    readonly kind: 'trigger';
    readonly id: string;
}
/** Builds a webhook trigger without registering it; `worker.trigger` builds and registers in one go. */
export declare function trigger(id: string, options: TriggerOptions): TriggerDefinition;
