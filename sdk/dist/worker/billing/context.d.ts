/** `ctx.billing`: what the install's actor knows and counts. What is given wrong is refused there, in words. */
import type { BillingContext } from '../../context/billing.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** Undefined where there is no billing. */
export declare function makeBilling(place: RequestContext, install: BoundInstall): BillingContext | undefined;
