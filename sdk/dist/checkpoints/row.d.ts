/** Rows of the roll-up: what became of the invocations that have their dimensions in common. Plain JSON data. */
import { type Sketch } from './sketch.ts';
/** What a record is counted by. `outcome` is `backpressure` for a spent budget, which is a success and counted apart. */
export interface Dimensions {
    readonly deployId: string;
    readonly worker: string;
    readonly capabilityId: string;
    readonly kind: string;
    readonly surface: string;
    readonly outcome: string;
}
/** What a portal's actor is told of one invocation. */
export interface Entry extends Dimensions {
    /** When it began, in milliseconds since the epoch. */
    readonly at: number;
    readonly durationMs: number;
    readonly crmCalls: number;
    readonly crmWaitMs: number;
    readonly crm429: number;
    readonly errorFingerprint?: string;
}
/** The counts of a row; their number of invocations is that of the sketch. */
export interface Counts {
    readonly latency: Sketch;
    readonly crmCalls: number;
    readonly crmWaitMs: number;
    readonly crm429: number;
    /** How many errors there were by fingerprint. */
    readonly errors: Readonly<Record<string, number>>;
}
/** Stands for the fingerprints that are not kept apart. */
export declare const OTHER_ERRORS = "other";
export declare function countsOf({ durationMs, crmCalls, crmWaitMs, crm429, errorFingerprint }: Entry): Counts;
export declare function mergeCounts(a: Counts, b: Counts): Counts;
/** The dimensions as part of a key; rows with the same ones have the same text. */
export declare function groupKey(d: Dimensions): string;
/** The dimensions of a key. */
export declare function dimensionsOf(key: string): Dimensions;
/** A span of time that rows are kept by, in milliseconds. */
export declare const MINUTE_MS = 60000;
export declare const HOUR_MS = 3600000;
/** The beginning of the span that a time is in. */
export declare function startOf(at: number, span: number): number;
