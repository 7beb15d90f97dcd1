import type { AppEventsContext, AppObjectsContext } from './app-data.ts';
import type { BillingContext } from './billing.ts';
import type { CrmClient } from './crm.ts';
import type { FlagsContext } from './flags.ts';
import type { HttpClient } from './http.ts';
import type { EnrolledObject, ExecutionContext, InstallContext } from './install.ts';
import type { LaterContext } from './later.ts';
import type { Logger } from './logger.ts';
import type { StoreContext } from './store.ts';
import type { SyncCursorContext } from './sync.ts';

/**
 * The worker's secrets and variables, by name. Both are strings. The runtime's own bindings are hidden.
 *
 * `svc types` declares the secrets that `defineApp` and sources name. Declare others by augmentation:
 * `declare module '@svc/sdk' { interface WorkerEnv { LEDGER_TOKEN: string } }`.
 */
export interface WorkerEnv {
  readonly [binding: string]: unknown;
}

/** What every handler receives as `ctx`. */
export interface HandlerContext<Input = Record<string, unknown>> {
  /** The input, typed by the capability's input fields. Required fields are present and defaults are filled in. */
  readonly input: Input;
  /** The record for which the action runs. Without one, as in cards, its members are empty. */
  readonly enrolledObject: EnrolledObject;
  /** The install that the invocation runs for. */
  readonly install: InstallContext;
  /** What the CRM says about the run of a workflow action, such as the workflow. Absent if it says nothing. */
  readonly execution?: ExecutionContext;
  /** The worker's secrets and variables. */
  readonly env: WorkerEnv;
  /** The authenticated, rate-limited CRM client of the install. */
  readonly crm: CrmClient;
  /** Records of the app's own objects. */
  readonly appObjects: AppObjectsContext;
  /** Sends occurrences of the app's own events. */
  readonly appEvents: AppEventsContext;
  /** The install's durable key/value store. */
  readonly store: StoreContext;
  /** Schedules durable calls of this worker's tools and card backends, for the same install. */
  readonly later: LaterContext;
  /** An HTTP client for other systems. Call the CRM through `crm`. */
  readonly http: HttpClient;
  /**
   * The install's plan and usage. Present in `svc dev` and in apps deployed with `svc deploy`, if the app declares a
   * billing catalog.
   */
  readonly billing?: BillingContext;
  /** The sync's cursor and checkpoints. Only in sync handlers. */
  readonly sync?: SyncCursorContext;
  /** Evaluates feature flags for the install. Present in `svc dev` and in apps deployed with `svc deploy`. */
  readonly flags?: FlagsContext;
  /** Writes structured log lines. */
  readonly logger: Logger;
  /**
   * The incoming request, with an unread body. Its `signal` aborts one second before the time limit of the invocation:
   * 20 s for a tool, 15 s for a card backend, 5 s for a trigger and 10 min for a sync.
   */
  readonly request: Request;
}

/** What the handler of a sync receives as `ctx`. */
export interface SyncHandlerContext extends HandlerContext {
  /** The sync's cursor and checkpoints. */
  readonly sync: SyncCursorContext;
}

/**
 * One event of a webhook delivery. The members are those that the CRM sends today, and it guarantees none of them.
 * Events may arrive more than once and out of order.
 */
export interface WebhookEvent {
  /** The event's id. The CRM does not guarantee that it is unique. */
  readonly eventId?: number;
  /** The id of the subscription. */
  readonly subscriptionId?: number;
  /** The portal of the record. */
  readonly portalId?: number;
  /** The app's id in the CRM. */
  readonly appId?: number;
  /** When the event occurred, in milliseconds since the epoch. */
  readonly occurredAt?: number;
  /** The kind of event, such as `contact.creation` or `object.propertyChange`. */
  readonly subscriptionType?: string;
  /** The number of earlier attempts to deliver the event. 0 for the first. */
  readonly attemptNumber?: number;
  /** The record id. */
  readonly objectId?: number;
  /** The id of the record's object type, such as `0-3`. */
  readonly objectTypeId?: string;
  /** The property that changed. */
  readonly propertyName?: string;
  /** The new value of the property. */
  readonly propertyValue?: string;
  /** What made the change, such as `CRM_UI`. */
  readonly changeSource?: string;
  readonly [member: string]: unknown;
}

/** The input of a trigger's handler: one webhook delivery. */
export interface TriggerInput {
  /** The id of the trigger. */
  readonly triggerId: string;
  /** A hash of the events, except their attempt numbers. Every attempt to deliver them has the same id. */
  readonly deliveryId: string;
  /** The events of the delivery: one or more. */
  readonly events: readonly WebhookEvent[];
}
