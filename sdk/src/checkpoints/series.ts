import { startOf } from './row.ts';
import { BACKPRESSURE, isError, type PlacedRow } from './summary.ts';

/** The counts of one step of a window. Only the summary of the whole window has latencies. */
export interface Point {
  /** Start time, in milliseconds since the epoch. */
  readonly at: number;
  readonly count: number;
  readonly errors: number;
  /** Successes that ended with an exhausted CRM budget. `count` includes them. */
  readonly backpressure: number;
}

/** Counts the invocations of rows in each step of a window. */
export class Series {
  readonly #points: Point[] = [];
  readonly #from: number;
  readonly #step: number;

  /**
   * Covers the steps from the one that contains `since` to the last one that starts before `until`.
   *
   * @param step length of a step, in milliseconds
   */
  constructor(since: number, until: number, step: number) {
    this.#from = startOf(since, step);
    this.#step = step;
    for (let at = this.#from; at < until; at += step) {
      this.#points.push({ at, count: 0, errors: 0, backpressure: 0 });
    }
  }

  /** @param at start of the row's span */
  add(at: number, { outcome, counts }: PlacedRow): void {
    const index = Math.floor((at - this.#from) / this.#step);
    const point = this.#points[index];
    if (point === undefined) {
      return;
    }
    const { count } = counts.latency;
    this.#points[index] = {
      at: point.at,
      count: point.count + count,
      errors: point.errors + (isError(outcome) ? count : 0),
      backpressure: point.backpressure + (outcome === BACKPRESSURE ? count : 0),
    };
  }

  get points(): readonly Point[] {
    return this.#points;
  }
}
