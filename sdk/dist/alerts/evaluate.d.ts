/** Whether an alert rule holds over the rows of its window. */
import { type Labels, type PlacedRow } from '../checkpoints/summary.ts';
import type { AlertExpr } from './expr.ts';
/** One comparison with what was found; a metric without data has no value, and the comparison does not hold. */
export interface Finding {
    readonly metric: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly operator: string;
    readonly number: number;
    readonly value: number | null;
}
export interface Verdict {
    readonly holds: boolean;
    /** Every comparison, from left to right. */
    readonly findings: readonly Finding[];
}
/** Metrics that come from elsewhere than the rows, such as `poison_rows`; undefined where nobody counts them. */
export type OtherMetrics = (metric: string, labels: Labels) => number | undefined;
/** Evaluates the expression. Counts without data are 0; rates and latencies have no value then. */
export declare function evaluateAlert(expr: AlertExpr, rows: readonly PlacedRow[], others: OtherMetrics): Verdict;
/** A window such as `5m`, `1h` or `1d`, in milliseconds; undefined when it is none. */
export declare function windowMs(text: string): number | undefined;
