/** What every handler is called with. */
import type { AppEventsContext, AppObjectsContext } from './app-data.ts';
import type { BillingContext } from './billing.ts';
import type { CrmClient } from './crm.ts';
import type { FlagsContext } from './flags.ts';
import type { HttpClient } from './http.ts';
import type { EnrolledObject, ExecutionContext, InstallContext } from './install.ts';
import type { Logger } from './logger.ts';
import type { StoreContext } from './store.ts';
import type { SyncCursorContext } from './sync.ts';
/**
 * The worker's environment bindings by name; secrets and vars are text. The runtime's own bindings are not in it.
 *
 * To type yours: `declare module '@svc/sdk' { interface WorkerEnv { LEDGER_TOKEN: string } }`.
 */
export interface WorkerEnv {
    readonly [binding: string]: unknown;
}
/** The one context of all handlers. */
export interface HandlerContext<Input = Record<string, unknown>> {
    /** Typed from the capability's input map; defaults are filled in, required fields are there. */
    readonly input: Input;
    /** The record that the invocation is about. */
    readonly enrolledObject: EnrolledObject;
    readonly install: InstallContext;
    /** Present when the invoking surface supplies it. */
    readonly execution?: ExecutionContext;
    readonly env: WorkerEnv;
    /** The authenticated, rate-limited CRM client of the install. */
    readonly crm: CrmClient;
    readonly appObjects: AppObjectsContext;
    readonly appEvents: AppEventsContext;
    /** Durable key/value store of the install. */
    readonly store: StoreContext;
    /** Plain outbound HTTP. */
    readonly http: HttpClient;
    /** Only on platform-linked deploys whose app declares a billing catalog. */
    readonly billing?: BillingContext;
    /** Only in sync handlers. */
    readonly sync?: SyncCursorContext;
    readonly flags?: FlagsContext;
    readonly logger: Logger;
    /** The incoming request, its body still readable. */
    readonly request: Request;
}
/** The context of a sync's handler: `sync` is always there. */
export interface SyncHandlerContext extends HandlerContext {
    readonly sync: SyncCursorContext;
}
/**
 * One event of a webhook delivery. The CRM does not promise its members: the ones below are those that it sends today.
 * Duplicates and disorder happen.
 */
export interface WebhookEvent {
    /** Not guaranteed to be unique. */
    readonly eventId?: number;
    readonly subscriptionId?: number;
    readonly portalId?: number;
    readonly appId?: number;
    /** Milliseconds since the epoch. */
    readonly occurredAt?: number;
    /** Such as `contact.creation` or `object.propertyChange`. */
    readonly subscriptionType?: string;
    /** 0 for the first attempt. */
    readonly attemptNumber?: number;
    readonly objectId?: number;
    readonly objectTypeId?: string;
    readonly propertyName?: string;
    readonly propertyValue?: string;
    readonly changeSource?: string;
    readonly [member: string]: unknown;
}
/** The input of a trigger's handler: one delivery, with one event or many. */
export interface TriggerInput {
    readonly triggerId: string;
    /** The same for every attempt to deliver the same events. */
    readonly deliveryId: string;
    readonly events: readonly WebhookEvent[];
}
