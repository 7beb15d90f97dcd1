/** What workers and the install's actor pass to each other for scheduled calls. */

import type { Duration } from '../context/duration.ts';

/** The capability of a scheduled call, its input and its portal. */
export interface LaterTarget {
  readonly worker: string;
  readonly kind: string;
  readonly capability: string;
  readonly input: unknown;
  /** Null if the portal is unknown. */
  readonly portalId: number | null;
}

/** The arguments of `laterPut`. One of `after` and `at` is present. */
export interface LaterPut extends LaterTarget {
  readonly id?: string;
  readonly after?: Duration;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /**
   * Random. The caller makes it, so that the actor recognizes a call that is repeated since its answer was lost. Absent
   * in calls of an older version: the actor makes one.
   */
  readonly token?: string;
}

/** The arguments of the step `later`. */
export interface LaterStepArguments {
  readonly kind: string;
  readonly capability: string;
  readonly input: unknown;
  readonly install: { readonly id: string; readonly portalId: number | null };
  /** The same for each attempt of one call. */
  readonly token: string;
}

/** How an attempt ended. */
export interface LaterStepResult {
  /** `repeat`: after a failure. `wait`: when the capability or the CRM's budget asked for a later attempt. */
  readonly status: 'done' | 'failed' | 'repeat' | 'wait';
  readonly message?: string;
  /** The least time until the next attempt. */
  readonly waitSeconds?: number;
}
