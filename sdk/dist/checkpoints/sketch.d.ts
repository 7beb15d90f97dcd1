/**
 * A sketch of latencies: counts in logarithmic buckets, so that quantiles are right to one percent however many values
 * there are. Two sketches merge to the sketch of both, in any order. Plain JSON data; `max` is exact.
 */
/** Relative error of a quantile. */
export declare const ACCURACY = 0.01;
/** Bucket of each value, and how many there are; bucket i holds values in (GAMMA^(i-1), GAMMA^i]. */
export interface Sketch {
    readonly count: number;
    readonly sum: number;
    readonly max: number;
    /** How many values are zero. */
    readonly zero: number;
    readonly buckets: Readonly<Record<string, number>>;
}
export declare const EMPTY: Sketch;
/** The sketch with one more value. What is no latency (negative, not finite) counts as zero. */
export declare function add(sketch: Sketch, value: number): Sketch;
/** The sketch of one value. */
export declare function sketchOf(value: number): Sketch;
/** The sketch of what both have seen. */
export declare function merge(a: Sketch, b: Sketch): Sketch;
/**
 * The smallest value that the share `q` (0 to 1) of all values does not exceed, within `ACCURACY`; undefined without
 * values. So of a few values the 99th percentile is their maximum, and never hides it.
 */
export declare function quantile({ count, max, zero, buckets }: Sketch, q: number): number | undefined;
