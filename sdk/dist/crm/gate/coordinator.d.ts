/**
 * How the isolates of one portal share its budget: the words that they and the portal's desk exchange. JSON both ways.
 *
 * An isolate joins before its first call. Alone, it is given a grant, and gates by itself until that ends. With others,
 * it asks the desk for each call, in as few questions as there can be. When the desk does not answer, it takes its share
 * of the budget and no more.
 */
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';
/** Questions of each isolate that are on their way together, at least. */
export declare const AT_ONCE = 4;
/** What became of a call that the desk lent; null: no answer came. */
export interface SettledCall {
    readonly id: number;
    readonly report: RateReport | null;
    /** How long ago that was, in milliseconds. */
    readonly ageMs: number;
}
/** What an isolate did by itself in one family, as far as the desk has not been told. */
export interface OwnCalls {
    /** How long ago each call was answered that a window may still count, in milliseconds; less than 0 for those on their way. */
    readonly ages: readonly number[];
    /** How long the CRM wants no calls, in milliseconds. */
    readonly heldMs: number;
}
/** An isolate that comes, or comes again. */
export interface JoinArguments {
    readonly isolate: string;
    /** The desk did not answer lately: others may send calls by themselves, too. */
    readonly wasAway: boolean;
    readonly own: Readonly<Record<CrmFamily, OwnCalls>>;
}
export interface JoinAnswer {
    /** How many isolates there are, this one included. */
    readonly clients: number;
    /** With one: how long it may gate by itself, in milliseconds. Else: how long it may ask without joining again. */
    readonly livesMs: number;
    /** How many calls it may send by itself in that time. */
    readonly calls: number;
}
export interface AcquireArguments {
    readonly isolate: string;
    readonly family: CrmFamily;
    /** How long the call would wait at the most, in milliseconds. */
    readonly patienceMs: number;
    readonly settled: readonly SettledCall[];
}
export interface AcquireAnswer {
    readonly clients: number;
    /** The call may leave, and is settled under this id. */
    readonly id?: number;
    /** Others wait for what comes of it: it is settled at once. */
    readonly isAwaited?: boolean;
    /** Without an id: when to come again, in milliseconds: no more are told the same than may leave then. */
    readonly hintMs?: number;
    /** When the bucket alone would let the next one of the isolate leave, and how much later each further one, in milliseconds. */
    readonly tokensMs?: number;
    readonly stepMs?: number;
}
export interface SettleArguments {
    readonly isolate: string;
    readonly settled: readonly SettledCall[];
}
/** The desk as a client reaches it. Rejects when it cannot be reached. */
export interface Coordinator {
    join(args: JoinArguments): Promise<JoinAnswer>;
    acquire(args: AcquireArguments): Promise<AcquireAnswer>;
    settle(args: SettleArguments): Promise<unknown>;
}
