import type { Duration } from './duration.ts';
import type { CapabilityRef } from './capability-ref.ts';

/** When a call runs: `after` or `at`, not both. */
export type LaterTime =
  | {
      /** How long to wait: seconds, or a string such as `'30s'`, `'15m'`, `'12h'` or `'7d'`. At most 3650 days. */
      readonly after: Duration;
      /** Not allowed with `after`. */
      readonly at?: never;
    }
  | {
      /** The time: a Date, or milliseconds since the epoch. At most 3650 days from now. A past time runs at once. */
      readonly at: Date | number;
      /** Not allowed with `at`. */
      readonly after?: never;
    };

/** When a call runs, and its id. */
export type LaterOptions = LaterTime & {
  /**
   * The call's id within the install, 1 to 200 characters. It makes scheduling idempotent: nothing is scheduled if a
   * call with this id is waiting, is running or ended less than 7 days ago. Default: a random id.
   */
  readonly id?: string;
};

/** A scheduled call as `ctx.later` returns it: its id, its time, and whether it is new. */
export interface LaterReceipt {
  /** The call's id. */
  readonly id: string;
  /** When the call runs, in milliseconds since the epoch. If a call with its id existed, the time of that call. */
  readonly at: number;
  /** Whether this call was scheduled. False if a call with its id existed. */
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
  /** `waiting` until the call ends, even while it runs. `done` and `failed` calls are listed for 7 days. */
  readonly status: 'waiting' | 'done' | 'failed';
  /** The number of attempts so far. */
  readonly attempts: number;
  /** Why the last attempt failed or will be retried. Absent if it succeeded. */
  readonly message?: string;
}

/**
 * Schedules durable calls of tools and card backends of the same worker, for the same install.
 *
 * A call runs at least once, at or after its time, so make its effects idempotent. An error is retried up to 4 times
 * within 15 minutes, `retryLater` and an exhausted CRM budget for up to 3 days. Other outcomes end the call. An install
 * has at most 10,000 waiting calls, which are removed when its data is erased.
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
  /** Schedules a call. Rejects if the worker has no such tool or card backend, or the input is invalid for it. */
  (
    capability: string | CapabilityRef,
    input: Readonly<Record<string, unknown>>,
    options: LaterOptions,
  ): Promise<LaterReceipt>;
  /** Removes a waiting call and its retries, and returns whether there was one. It does not interrupt an attempt. */
  cancel(id: string): Promise<boolean>;
  /** Lists the install's calls in order of their ids, including calls that ended less than 7 days ago. */
  list(options?: LaterListOptions): Promise<LaterCall[]>;
}

/** Options of `later.list`. */
export interface LaterListOptions {
  /** The most calls to return, from 1 to 500. Default: 500. */
  readonly limit?: number;
  /** Lists only calls whose ids come after this one: the last id of the previous page. Default: from the first. */
  readonly after?: string;
}
