import { startOf } from './row.ts';
import { BACKPRESSURE, isError, type PlacedRow } from './summary.ts';

/** The counts of one step of a window. Only the summary of the whole window has latencies. */
export interface Point {
  /** Start time, in milliseconds since the epoch. */
  readonly at: number;
  count: number;
  errors: number;
  /** Successes that ended with an exhausted CRM budget. `count` includes them. */
  backpressure: number;
}

/** Counts the invocations of rows in each step of a window. */
export class Series {
  readonly points: Point[] = [];
  readonly #step: number;

  /**
   * Covers the steps from the one that contains `since` to the last one that starts before `until`.
   *
   * @param step length of a step, in milliseconds
   */
  constructor(since: number, until: number, step: number) {
    this.#step = step;
    for (let at = startOf(since, step); at < until; at += step) {
      this.points.push({ at, count: 0, errors: 0, backpressure: 0 });
    }
  }

  /** @param at start of the row's span */
  add(at: number, { outcome, counts }: PlacedRow): void {
    const point = this.points[Math.floor((at - (this.points[0]?.at ?? 0)) / this.#step)];
    if (point !== undefined) {
      const { count } = counts.latency;
      point.count += count;
      point.errors += isError(outcome) ? count : 0;
      point.backpressure += outcome === BACKPRESSURE ? count : 0;
    }
  }
}
