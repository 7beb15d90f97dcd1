/** Time that moves only when nobody can go on: every promise that can settle has settled before the next timer fires. */

import type { PaceClock } from '../src/crm/gate/clock.ts';

/** Node's: the sources of the SDK know no platform. */
declare function setImmediate(run: () => void): unknown;

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly wake: () => void;
  isDone: boolean;
}

export class VirtualClock implements PaceClock {
  #now = 0;
  #numbers = 0;
  /** A heap by time, then by number. */
  readonly #timers: Timer[] = [];

  now = (): number => this.#now;

  setTimeout = (wake: () => void, ms: number): Timer => {
    const timer = { at: this.#now + Math.max(0, ms), number: this.#numbers++, wake, isDone: false };
    this.#push(timer);
    return timer;
  };

  clearTimeout = (timer: unknown): void => {
    (timer as Timer).isDone = true;
  };

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.setTimeout(resolve, ms));
  }

  /** Runs until the work has ended. Rejects when nothing is left that could end it. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      await settled();
      if (isDone) {
        return work;
      }
      const timer = this.#pop();
      if (timer === undefined) {
        throw new Error(`nothing is due any more at ${this.#now} ms, and the work has not ended`);
      }
      if (!timer.isDone) {
        this.#now = timer.at;
        timer.isDone = true;
        timer.wake();
      }
    }
  }

  /** Moves the time, as a clock that is set does. */
  step(ms: number): void {
    this.#now += ms;
  }

  #push(timer: Timer): void {
    const heap = this.#timers;
    heap.push(timer);
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!isBefore(heap[i]!, heap[parent]!)) {
        return;
      }
      [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
      i = parent;
    }
  }

  #pop(): Timer | undefined {
    const heap = this.#timers;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) {
      return first;
    }
    heap[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) {
          least = child;
        }
      }
      if (least === i) {
        return first;
      }
      [heap[i], heap[least]] = [heap[least]!, heap[i]!];
      i = least;
    }
  }
}

const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.number < b.number);

/** Resolves when every promise that can settle now has settled: microtasks end before the next macrotask begins. */
const settled = () => new Promise<void>((resolve) => later(resolve));

/** Engines without it have a timer that is as quick. */
const later: (run: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0);
