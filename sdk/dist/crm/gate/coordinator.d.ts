/**
 * How the isolates of one portal share its budget: the words that they and the portal's desk exchange. JSON both ways.
 *
 * An isolate joins before its first call. Alone, it is given a grant, and gates by itself until that ends. With others,
 * it asks the desk for each call, in as few questions as there can be. When the desk does not answer, it takes its share
 * of the budget and no more.
 */
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';
/** What became of a call that the desk lent; null: no answer came. */
export interface SettledCall {
    readonly id: number;
    readonly report: RateReport | null;
}
/** An isolate that comes, or comes again. */
export interface JoinArguments {
    readonly isolate: string;
    /** Calls that it sent by itself in the last window of each family: how long ago each was answered, in milliseconds. */
    readonly sent: Readonly<Record<CrmFamily, readonly number[]>>;
}
export interface JoinAnswer {
    /** How many isolates there are, this one included. */
    readonly clients: number;
    /** With one: how long it may gate by itself, in milliseconds. Else: how long it may ask without joining again. */
    readonly livesMs: number;
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
    /** Without an id: when to come again, in milliseconds, different for all who are told. */
    readonly hintMs?: number;
    /** How much later the next one would be told to come, in milliseconds. */
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
