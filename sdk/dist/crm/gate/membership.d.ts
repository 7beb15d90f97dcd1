/**
 * What an isolate knows of the others on one portal: plain data, and what it does about it. Alone it gates by itself;
 * with others it asks the desk for each call; without a desk it keeps to its share.
 */
import type { Lease } from './calls.ts';
import type { PaceClock } from './clock.ts';
import { type AcquireAnswer, type Coordinator, type SettledCall } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { Gate } from './gate.ts';
import type { RateReport } from './rate-headers.ts';
export type Mode = 'alone' | 'shared' | 'away';
/** A call that the desk has lent. */
export type LentCall = AcquireAnswer & Required<Pick<AcquireAnswer, 'id'>>;
/** A report, and when it came. */
type Untold = Omit<SettledCall, 'ageMs'> & {
    readonly at: number;
};
/** The desk has turned a call away: until then others of its family are told the same, a little later each. */
interface Full {
    readonly until: number;
    readonly freeAt: number;
    tokensAt: number;
    readonly stepMs: number;
}
/** Kept by the isolate. */
export declare class Membership {
    readonly isolate: string;
    mode: Mode;
    /** Until when that counts; and for how many calls, alone. */
    until: number;
    left: number;
    clients: number;
    /** Until when another request is asking. */
    askingUntil: number;
    /** Those of the last moment. */
    readonly questions: {
        since: number;
        count: number;
    };
    readonly full: Partial<Record<CrmFamily, Full>>;
    /** Calls that it sent by itself and has not told of. */
    own: Record<CrmFamily, Lease[]>;
    /** Reports that have not been told. */
    untold: Untold[];
    constructor(isolate: string);
}
/** How one client uses its isolate's membership. */
export declare class Member {
    #private;
    constructor(membership: Membership, desk: Coordinator, clock: PaceClock, gateOf: (family: CrmFamily) => Gate, background: (work: Promise<unknown>) => void);
    /** How many share the budget when nobody lends it. One that was alone does not hear of those who come now. */
    get share(): number;
    /** Finds out who is there, when that is not known. */
    mode(): Promise<Mode>;
    /** Whether what is known of the others is too old. */
    get isOver(): boolean;
    /** Whether nothing leaves before the desk was asked: others may have come since a call began to wait. */
    get mustAsk(): boolean;
    /** A call leaves that nobody has lent. */
    spend(family: CrmFamily, lease: Lease): void;
    /** Asks for a call; undefined when the desk is away. Rejects with CrmBackpressure when it would take too long. */
    acquire(family: CrmFamily, patienceMs: number): Promise<LentCall | undefined>;
    /** Tells what became of a lent call: a 429 at once, else with others, or with a question. */
    settle({ id, isAwaited }: LentCall, report: RateReport | undefined): void;
}
export {};
