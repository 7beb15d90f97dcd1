import { describe, expect, test } from 'vitest';
import vectors from '../../../contract/sketch/sketch.json' with { type: 'json' };
import { ACCURACY, EMPTY, merge, quantile, type Sketch, sketchOf } from './sketch.ts';

/** Pseudo-random numbers, the same in each run. */
function numbers(count: number, make: (random: () => number) => number): number[] {
  let state = 1234567;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => make(random));
}

const DISTRIBUTIONS: readonly (readonly [string, (random: () => number) => number])[] = [
  ['uniform', (random) => random() * 5000],
  ['long-tailed', (random) => Math.exp(random() * 12)],
  ['bimodal', (random) => (random() < 0.9 ? 20 + random() * 5 : 15_000 + random() * 500)],
  ['of whole milliseconds', (random) => Math.floor(random() * 40)],
];

describe('a sketch of latencies', () => {
  test.each(DISTRIBUTIONS)('has quantiles within one percent: %s', (_name, make) => {
    const values = numbers(5000, make);
    const sketch = sketchOf(values);
    const sorted = values.toSorted((a, b) => a - b);
    for (const q of [0, 0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 1]) {
      const exact = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? NaN;
      expect(Math.abs((quantile(sketch, q) ?? NaN) - exact)).toBeLessThanOrEqual(exact * ACCURACY * 1.0001);
    }
    expect([sketch.count, sketch.max]).toEqual([5000, sorted.at(-1)]);
  });

  test('has the maximum as a high quantile of a few values', () => {
    const sketch = sketchOf([1, 2, 3, 4, 500]);
    expect([0.5, 0.8, 0.9, 0.99].map((q) => Math.round(quantile(sketch, q) ?? NaN))).toEqual([3, 4, 500, 500]);
    expect(quantile(sketchOf(Array.from({ length: 100 }, (_, i) => i + 1)), 0.07)).toBeCloseTo(7, 0);
  });

  test('merges in any order', () => {
    const values = numbers(900, (random) => random() * 1000);
    const [a, b, c] = [values.slice(0, 300), values.slice(300, 600), values.slice(600)].map(sketchOf) as [
      Sketch,
      Sketch,
      Sketch,
    ];
    const whole = sketchOf(values);
    for (const merged of [merge(merge(a, b), c), merge(a, merge(b, c)), merge(c, merge(b, a))]) {
      expect({ ...merged, sum: 0 }).toEqual({ ...whole, sum: 0 });
      expect(merged.sum).toBeCloseTo(whole.sum, 6);
    }
    expect(merge(EMPTY, a)).toEqual(a);
  });

  test('counts invalid latencies as zero, and has no quantile without values', () => {
    const sketch = sketchOf([-1, NaN, Infinity, 0, 0.0001]);
    expect([sketch.count, sketch.zero, quantile(sketch, 0.5)]).toEqual([5, 5, 0]);
    expect(quantile(EMPTY, 0.5)).toBeUndefined();
  });

  test('has a limited size', () => {
    const sketch = sketchOf(numbers(3_000, (random) => Math.exp(random() * 80 - 40)));
    expect(Object.keys(sketch.buckets).length).toBeLessThanOrEqual(1727);
    expect(JSON.stringify(sketch).length).toBeLessThan(25_000);
  });

  test.each(vectors)('equals the vector: $name', ({ values, sketch, quantiles }) => {
    const made = sketchOf(values);
    expect(JSON.parse(JSON.stringify(made))).toEqual(sketch);
    for (const [q, value] of Object.entries(quantiles)) {
      expect(quantile(made, Number(q))).toBeCloseTo(value, 6);
    }
  });
});
