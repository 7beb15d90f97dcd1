import type { Duration } from './duration.ts';
import type { CapabilityRef } from './capability-ref.ts';

/** When a call runs: `after` or `at`, not both. */
export type LaterTime =
  | {
      /** How long to wait: seconds, or a text such as `'30s'`, `'15m'`, `'12h'` or `'7d'`. At most 3650 days. */
      readonly after: Duration;
      /** Excluded by `after`. */
      readonly at?: never;
    }
  | {
      /** The time, as a Date or in milliseconds since the epoch. A time in the past runs at once. */
      readonly at: Date | number;
      /** Excluded by `at`. */
      readonly after?: never;
    };

/** When a call runs, and its id. */
export type LaterOptions = LaterTime & {
  /**
   * The call's id within the install, 1 to 200 characters. A second call with the id of one that waits, runs or has
   * ended within the last 7 days is not scheduled. Default: a random id.
   */
  readonly id?: string;
};

/** A scheduled call as `ctx.later` returns it: its id, its time, and whether it is new. */
export interface LaterReceipt {
  /** The call's id. */
  readonly id: string;
  /** When it runs, in milliseconds since the epoch; of a call that was there already, that call's time. */
  readonly at: number;
  /** Whether this call was scheduled. False if one with its id was there already. */
  readonly scheduled: boolean;
}

/** A scheduled call. */
export interface LaterCall {
  /** The call's id. */
  readonly id: string;
  /** The worker of the capability. */
  readonly worker: string;
  /** The kind of the capability. */
  readonly kind: string;
  /** The id of the capability. */
  readonly capability: string;
  /** When it runs, in milliseconds since the epoch. */
  readonly at: number;
  /** `waiting` also while it runs or is repeated. `done` and `failed` calls are listed for 7 days. */
  readonly status: 'waiting' | 'done' | 'failed';
  /** Attempts that have begun. */
  readonly attempts: number;
  /** Why the last attempt failed, or is repeated. */
  readonly message?: string;
}

/**
 * Schedules durable calls of tools and card backends of the same worker, for the same install.
 *
 * A call runs at least once, at or after its time, and counts as `invoke` in the checkpoints. An error is retried up to
 * 4 times within 15 minutes, `retryLater` and an exhausted CRM budget for up to 3 days. Other outcomes end the call. An
 * install has at most 10,000 waiting calls. Erasing the install removes them.
 *
 * @example
 * import { defineWorker } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * worker.tool('remind', { label: 'Remind', objectType: 'contact', handler: () => ({}) });
 * worker.tool('plan', {
 *   label: 'Plan a reminder',
 *   objectType: 'contact',
 *   async handler(ctx) {
 *     await ctx.later('remind', {}, { after: '1h', id: `remind/${ctx.enrolledObject.id}` });
 *     return {};
 *   },
 * });
 * export default worker;
 */
export interface LaterContext {
  /** Schedules a call. Rejects if the worker has no such capability or the input is invalid for it. */
  (
    capability: string | CapabilityRef,
    input: Readonly<Record<string, unknown>>,
    options: LaterOptions,
  ): Promise<LaterReceipt>;
  /** Removes a waiting call. Returns whether there was one. An attempt that has begun is not interrupted. */
  cancel(id: string): Promise<boolean>;
  /** Lists calls in order of their ids. */
  list(options?: LaterListOptions): Promise<LaterCall[]>;
}

/** Options of `later.list`. */
export interface LaterListOptions {
  /** The greatest number of calls to return, at most 500. Default: 500. */
  readonly limit?: number;
  /** Only calls whose ids come after this one. */
  readonly after?: string;
}
