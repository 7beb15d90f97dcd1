/** A summary over time: how many invocations there were in each step of a window. */

import { startOf } from './row.ts';
import { BACKPRESSURE, isError, type PlacedRow } from './summary.ts';

/** One step of a window. Latencies are in the summary of the whole window alone. */
export interface Point {
  /** When it begins, in milliseconds since the epoch. */
  readonly at: number;
  readonly count: number;
  readonly errors: number;
  /** Successes that met a spent CRM budget; they are in `count`, too. */
  readonly backpressure: number;
}

/** Counts rows by steps. */
export class Series {
  readonly #points: Point[] = [];
  readonly #from: number;
  readonly #step: number;

  /** @param step in milliseconds. From the step that holds `since` to that of the last moment before `until`. */
  constructor(since: number, until: number, step: number) {
    this.#from = startOf(since, step);
    this.#step = step;
    for (let at = this.#from; at < until; at += step) {
      this.#points.push({ at, count: 0, errors: 0, backpressure: 0 });
    }
  }

  /** @param at when the span of the row begins */
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
