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
 * found the coordinator unreachable. It may learn of another isolate's hold this late.
 */
export const ALONE_MS = 1_500;

/** Usual upper bound of a round trip to the coordinator, and of the time until the CRM has counted a call, in ms. */
export const ROUND_TRIP_MS = 500;

/** The end of a granted call. */
export interface SettledCall {
  /** The id of the call. */
  readonly id: number;
  /** What the response says about the rate limits. Null if there was no response. */
  readonly report: RateReport | null;
  /** Time since the call ended, in ms. */
  readonly ageMs: number;
}

/** The calls of one family that a client sent without asking, since its last report. */
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
  /** Whether the coordinator was unreachable: other isolates may then send calls without asking, too. */
  readonly wasAway: boolean;
  /** The unreported calls of each family. */
  readonly own: Readonly<Record<CrmFamily, OwnCalls>>;
  /** Calls left for the day. Null or absent if the isolate does not know. */
  readonly day?: number | null;
}

/** The result of `join`. */
export interface JoinResult {
  /** The number of clients, including this one. */
  readonly clients: number;
  /** How long the result is valid, in ms. */
  readonly livesMs: number;
  /** The number of calls that the client, if it is the only one, may send in that time without asking. */
  readonly calls: number;
}

/** The arguments of `settle`. Requests of other methods have them, too. */
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
  /** Whether other clients wait for the call's report, so that it must be sent at once. */
  readonly isAwaited?: boolean;
  /** How long to wait before a deferred call asks again, in ms. Hints are spread, so that retries fit the budget. */
  readonly hintMs?: number;
}

/** The arguments of `budget`. */
export interface BudgetArguments extends SettleArguments {
  /** The rate limit that the calls count against. */
  readonly family: CrmFamily;
  /** The stride of the caller, as in `AcquireArguments`. */
  readonly stride: number;
  /** The number of planned calls. */
  readonly calls: number;
}

/** The coordinator of a portal, which shares its budget among isolates. Methods reject if it is unreachable. */
export interface Coordinator {
  /** Adds an isolate to the clients, or renews its membership. */
  join(args: JoinArguments): Promise<JoinResult>;
  /** Waits for a call's turn, and grants or defers it. */
  acquire(args: AcquireArguments): Promise<AcquireResult>;
  /** Reports the end of granted calls. */
  settle(args: SettleArguments): Promise<unknown>;
  /** Estimates what is left of the budget after the calls that already wait. */
  budget(args: BudgetArguments): Promise<CrmBudget>;
}
