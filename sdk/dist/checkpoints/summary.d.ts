/** Summaries of rows: totals, and the same by capability, portal or outcome. */
import { type Counts, type Dimensions } from './row.ts';
/** A row with where and when it was counted. */
export interface PlacedRow extends Dimensions {
    readonly portal: string;
    /** Beginning of its span, in milliseconds since the epoch. */
    readonly at: number;
    readonly counts: Counts;
}
/** What groups can be made by. */
export declare const GROUPINGS: readonly ['capability', 'portal', 'outcome'];
export type Grouping = (typeof GROUPINGS)[number];
/** Percentiles and maximum, in milliseconds. */
export interface LatencySummary {
    readonly p50: number;
    readonly p90: number;
    readonly p95: number;
    readonly p99: number;
    readonly max: number;
}
/** What is known of a set of invocations. */
export interface Figures {
    /** How many there were: the sample behind every other number. */
    readonly count: number;
    /** By outcome. Those that met a spent CRM budget are in `backpressure` alone. */
    readonly outcomes: Readonly<Record<string, number>>;
    /** Ended by a spent CRM budget: successes, counted apart. */
    readonly backpressure: number;
    readonly errors: number;
    readonly crmCalls: number;
    readonly crmWaitMs: number;
    readonly crm429: number;
    /** Null without invocations. */
    readonly latencyMs: LatencySummary | null;
    /** The most frequent first. */
    readonly errorFingerprints: readonly {
        readonly fingerprint: string;
        readonly count: number;
    }[];
}
/** One group of a summary. */
export interface Group extends Figures {
    readonly key: Readonly<Record<string, string>>;
}
/** The outcome under which a row counts a spent budget. */
export declare const BACKPRESSURE = "backpressure";
export declare function figuresOf(rows: readonly PlacedRow[]): Figures;
/** Figures of each group, the largest first. */
export declare function groupsOf(rows: readonly PlacedRow[], by: Grouping): readonly Group[];
