/**
 * What an isolate knows of the others on one portal: plain data, and what it does about it. Alone it gates by itself;
 * with others it asks the desk for each call; without a desk it keeps to its share.
 */
import type { PaceClock } from './clock.ts';
import type { Coordinator, SettledCall } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';
export type Mode = 'alone' | 'shared' | 'away';
/** Kept by the isolate. */
export declare class Membership {
    readonly isolate: string;
    mode: Mode;
    /** Until when that counts. */
    until: number;
    clients: number;
    /** Until when another request is asking. */
    askingUntil: number;
    /** Those of the last moment. */
    readonly questions: {
        since: number;
        count: number;
    };
    /** The desk has turned a call away: until then others are told the same, a little later each. */
    full: {
        until: number;
        freeAt: number;
        stepMs: number;
    };
    /** Reports that have not been told. */
    untold: SettledCall[];
    constructor(isolate: string);
}
/** How one client uses its isolate's membership. */
export declare class Member {
    #private;
    constructor(membership: Membership, desk: Coordinator, clock: PaceClock, sent: (family: CrmFamily) => readonly number[], background: (work: Promise<unknown>) => void);
    /** How many share the budget when nobody lends it. */
    get share(): number;
    /** Finds out who is there, when that is not known. */
    mode(): Promise<Mode>;
    /** Whether what is known of the others is too old: nothing leaves before they are asked for again. */
    isOver(now: number): boolean;
    /** Asks for a call; undefined when the desk is away. Rejects with CrmBackpressure when it would take too long. */
    acquire(family: CrmFamily, patienceMs: number): Promise<number | undefined>;
    /** Tells what became of a lent call: with others, when nobody asks meanwhile. */
    settle(id: number, report: RateReport | undefined): void;
}
