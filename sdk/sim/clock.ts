import type { PaceClock } from '../src/crm/gate/clock.ts';

/** Defined by Node. The sources of the SDK depend on no platform. */
declare const process: { nextTick(run: () => void): void };

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly wake: () => void;
  isDone: boolean;
}

/** A clock whose time advances only when all work waits: promises settle before the next timer fires. */
export class VirtualClock implements PaceClock {
  #now = 0;
  #numbers = 0;
  /** A heap, ordered by time and number. */
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

  /** Runs timers until the work ends. Rejects if no timer is left before that. */
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
      let timer = this.#pop();
      while (timer?.isDone === true) {
        timer = this.#pop();
      }
      if (timer === undefined) {
        throw new Error(`no timer is left at ${this.#now} ms, and the work has not ended`);
      }
      this.#now = timer.at;
      timer.isDone = true;
      timer.wake();
    }
  }

  /** Moves the time without firing timers, as when a clock is set. */
  step(ms: number): void {
    this.#now += ms;
  }

  #push(timer: Timer): void {
    const heap = this.#timers;
    heap.push(timer);
    let i = heap.length - 1;
    for (let parent = (i - 1) >> 1; i > 0 && isBefore(timer, heap[parent]!); parent = (i - 1) >> 1) {
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = timer;
  }

  #pop(): Timer | undefined {
    const heap = this.#timers;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) {
      return first;
    }
    let i = 0;
    for (let child = 1; child < heap.length; child = 2 * i + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) {
        child += 1;
      }
      if (!isBefore(heap[child]!, last)) {
        break;
      }
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.number < b.number);

/** Resolves after all pending microtasks. */
const settled = () => new Promise<void>((resolve) => later(resolve));

/** Node runs its ticks when no microtask is left. Other engines have a timer, which takes a turn of their event loop. */
const later: (run: () => void) => unknown =
  typeof process === 'object' ? process.nextTick : (run) => setTimeout(run, 0);
