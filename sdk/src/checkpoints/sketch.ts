/**
 * A mergeable sketch of latencies: counts in logarithmic buckets. Quantiles are accurate to one percent for any number
 * of values, and `max` is exact. Sketches merge in any order. Plain JSON data.
 */

/** Relative error of a quantile. */
export const ACCURACY = 0.01;

const GAMMA = (1 + ACCURACY) / (1 - ACCURACY);
const LOG_GAMMA = Math.log(GAMMA);

/** Values below count as zero, in milliseconds. */
const SMALLEST = 0.001;

/** Values above count as this one, in milliseconds (30 years). It limits a sketch to 1,727 buckets. */
const LARGEST = 1e12;

/** Tolerance for rounding errors: 0.07 * 100 is greater than 7. */
const ROUNDING = 1e-9;

/** Counts by bucket. Bucket i contains the values in (GAMMA^(i-1), GAMMA^i]. */
export interface Sketch {
  readonly count: number;
  readonly sum: number;
  readonly max: number;
  /** Number of values that count as zero. */
  readonly zero: number;
  readonly buckets: Readonly<Record<string, number>>;
}

export const EMPTY: Sketch = { count: 0, sum: 0, max: 0, zero: 0, buckets: {} };

/** Returns the sketch of the values. A negative or infinite value or NaN counts as zero. */
export function sketchOf(values: readonly number[]): Sketch {
  const buckets: Record<string, number> = {};
  let [sum, max, zero] = [0, 0, 0];
  for (const value of values) {
    if (!Number.isFinite(value) || value < SMALLEST) {
      zero += 1;
      continue;
    }
    const known = Math.min(value, LARGEST);
    const bucket = bucketOf(known);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    sum += known;
    max = Math.max(max, known);
  }
  return { count: values.length, sum, max, zero, buckets };
}

/** Returns the sketch of the values of both. */
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
 * Returns the smallest value that the share `q` (0 to 1) of all values does not exceed, within `ACCURACY`. Undefined
 * when the sketch is empty. For a few values, the 99th percentile is the maximum.
 */
export function quantile({ count, max, zero, buckets }: Sketch, q: number): number | undefined {
  if (count === 0) {
    return undefined;
  }
  const rank = Math.max(1, Math.ceil(q * count - ROUNDING)); // values that must not exceed the result
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
