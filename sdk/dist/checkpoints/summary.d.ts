/** Summaries of rows: totals, and the same by capability, portal or outcome. */
import { type Counts, type Dimensions } from './row.ts';
/** A row of a window of time, of one portal. What differs in its deploy and surface alone is in one row. */
export interface PlacedRow extends Pick<Dimensions, 'worker' | 'capabilityId' | 'kind' | 'outcome'> {
    readonly portal: string;
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
/** Whether invocations that end so are errors. */
export declare function isError(outcome: string): boolean;
/** The outcome under which a row counts a spent budget. */
export declare const BACKPRESSURE = "backpressure";
export declare function figuresOf(rows: readonly PlacedRow[]): Figures;
/** What rows can be narrowed to. A capability is named by its id, or by worker and id where the id alone is ambiguous. */
export interface Labels {
    readonly capability?: string;
    readonly kind?: string;
    readonly portal?: string;
}
/** The rows that carry the labels. */
export declare function narrow(rows: readonly PlacedRow[], labels: Labels): readonly PlacedRow[];
/** Whether a row carries the labels. */
export declare function carries(row: Pick<PlacedRow, 'worker' | 'capabilityId' | 'kind' | 'portal'>, { capability, kind, portal }: Labels): boolean;
/** Figures of each group, the largest first. */
export declare function groupsOf(rows: readonly PlacedRow[], by: Grouping): readonly Group[];
