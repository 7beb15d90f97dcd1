/**
 * The protocol by which the isolates of a portal share its rate budget. Arguments and results are JSON.
 *
 * An isolate joins before its first call and becomes a client of the portal's coordinator. The only client gets a solo
 * grant and gates its calls itself until the grant ends. With other clients, it asks the coordinator for each call. If
 * the coordinator is unreachable, it uses its share of the budget.
 */

import type { CrmBudget } from '../../context/crm-budget.ts';
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';

/**
 * How long an isolate acts without the coordinator, in ms: with a solo grant, or with its share of the budget after it
 * found the coordinator unreachable. So late it learns of the hold of another one.
 */
export const ALONE_MS = 1_500;

/** Usual upper bound of a round trip to the coordinator, and of the time until the CRM has counted a call, in ms. */
export const ROUND_TRIP_MS = 500;

/** The end of a granted call. */
export interface SettledCall {
  /** The id of the call. */
  readonly id: number;
  /** Null if there was no response. */
  readonly report: RateReport | null;
  /** Time since the end, in ms. */
  readonly ageMs: number;
}

/** What a client did in one family without asking, since its last report. */
export interface OwnCalls {
  /** Time since the response of each call that may still count, in ms. Negative for calls in flight. */
  readonly ages: readonly number[];
  /** Remaining time of the hold, in ms. */
  readonly heldMs: number;
}

/** The arguments of `join`. */
export interface JoinArguments {
  /** The id of the isolate. */
  readonly isolate: string;
  /** Whether the coordinator was unreachable, so that others may send calls without asking. */
  readonly wasAway: boolean;
  /** The unreported calls of each family. */
  readonly own: Readonly<Record<CrmFamily, OwnCalls>>;
  /** Calls left for the day, if the isolate knows. JSON has null for others. */
  readonly day?: number | null;
}

/** The result of `join`. */
export interface JoinResult {
  /** The number of clients, including this one. */
  readonly clients: number;
  /** How long the result is valid, in ms. */
  readonly livesMs: number;
  /** Calls that the only client may send in that time without asking. */
  readonly calls: number;
}

/** The arguments of `settle`, which every request has. */
export interface SettleArguments {
  /** The id of the isolate. */
  readonly isolate: string;
  /** Granted calls that ended since the last report. */
  readonly settled: readonly SettledCall[];
}

/** The arguments of `acquire`. */
export interface AcquireArguments extends SettleArguments {
  /** The rate limit that the call counts against. */
  readonly family: CrmFamily;
  /**
   * How far apart the turns of the caller's calls are: 1 for cards and agents, 4 for actions, 8 for triggers, 16 for
   * syncs. Default: 1.
   */
  readonly stride?: number;
  /** How long the call may wait, in ms. */
  readonly patienceMs: number;
}

/** The result of `acquire`. */
export interface AcquireResult {
  /** The number of clients. */
  readonly clients: number;
  /** The id of the granted call. Absent if the call was deferred. */
  readonly id?: number;
  /** Whether others wait for the report, so that it must be sent at once. */
  readonly isAwaited?: boolean;
  /** When a deferred call may retry, in ms. Hints are spread, so that retries do not exceed the budget. */
  readonly hintMs?: number;
}

/** The arguments of `budget`. */
export interface BudgetArguments extends SettleArguments {
  /** The rate limit that the calls count against. */
  readonly family: CrmFamily;
  /** The stride of the caller, as in `AcquireArguments`. */
  readonly stride: number;
  /** The number of calls whose wait is asked for. */
  readonly calls: number;
}

/** The coordinator of a portal. Methods reject if it is unreachable. */
export interface Coordinator {
  /** Adds an isolate to the clients, or renews it. */
  join(args: JoinArguments): Promise<JoinResult>;
  /** Waits for a call's turn, and grants or defers it. */
  acquire(args: AcquireArguments): Promise<AcquireResult>;
  /** Reports the end of granted calls. */
  settle(args: SettleArguments): Promise<unknown>;
  /** Returns what is left of the budget, behind the calls that wait. */
  budget(args: BudgetArguments): Promise<CrmBudget>;
}
