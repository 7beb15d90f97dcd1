/**
 * A sketch of latencies: counts in logarithmic buckets, so that quantiles are right to one percent however many values
 * there are. Two sketches merge to the sketch of both, in any order. Plain JSON data; `max` is exact.
 */

/** Relative error of a quantile. */
export const ACCURACY = 0.01;

const GAMMA = (1 + ACCURACY) / (1 - ACCURACY);
const LOG_GAMMA = Math.log(GAMMA);

/** Values below are counted as zero: no latency is told from another one there. Unit: milliseconds. */
const SMALLEST = 0.001;

/** Values above are counted as this: 30 years. Unit: milliseconds. With it a sketch has at most 1,727 buckets. */
const LARGEST = 1e12;

/** What a product of a share and a number may be too large by: 0.07 * 100 is more than 7. */
const ROUNDING = 1e-9;

/** Bucket of each value, and how many there are; bucket i holds values in (GAMMA^(i-1), GAMMA^i]. */
export interface Sketch {
  readonly count: number;
  readonly sum: number;
  readonly max: number;
  /** How many values are zero. */
  readonly zero: number;
  readonly buckets: Readonly<Record<string, number>>;
}

export const EMPTY: Sketch = { count: 0, sum: 0, max: 0, zero: 0, buckets: {} };

/** The sketch with one more value. What is no latency (negative, not finite) counts as zero. */
export function add(sketch: Sketch, value: number): Sketch {
  return merge(sketch, sketchOf(value));
}

/** The sketch of one value. */
export function sketchOf(value: number): Sketch {
  const known = Number.isFinite(value) && value >= SMALLEST ? Math.min(value, LARGEST) : 0;
  const zero = known === 0 ? 1 : 0;
  return { count: 1, sum: known, max: known, zero, buckets: zero === 1 ? {} : { [bucketOf(known)]: 1 } };
}

/** The sketch of what both have seen. */
export function merge(a: Sketch, b: Sketch): Sketch {
  const buckets: Record<string, number> = { ...a.buckets };
  for (const [bucket, count] of Object.entries(b.buckets)) {
    buckets[bucket] = (buckets[bucket] ?? 0) + count;
  }
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    max: Math.max(a.max, b.max),
    zero: a.zero + b.zero,
    buckets,
  };
}

/**
 * The smallest value that the share `q` (0 to 1) of all values does not exceed, within `ACCURACY`; undefined without
 * values. So of a few values the 99th percentile is their maximum, and never hides it.
 */
export function quantile({ count, max, zero, buckets }: Sketch, q: number): number | undefined {
  if (count === 0) {
    return undefined;
  }
  const rank = Math.max(1, Math.ceil(q * count - ROUNDING)); // from 1: how many values must not exceed it
  if (rank >= count) {
    return max;
  }
  let left = rank - zero;
  if (left <= 0) {
    return 0;
  }
  for (const [bucket, size] of inOrder(buckets)) {
    left -= size;
    if (left <= 0) {
      return Math.min((2 * GAMMA ** bucket) / (GAMMA + 1), max);
    }
  }
  return max;
}

function inOrder(buckets: Sketch['buckets']): [bucket: number, size: number][] {
  return Object.entries(buckets)
    .map(([bucket, size]): [number, number] => [Number(bucket), size])
    .sort(([a], [b]) => a - b);
}

function bucketOf(value: number): number {
  return Math.ceil(Math.log(value) / LOG_GAMMA);
}
