/** One call that waits in a queue. */
export interface Waiter {
  /** Its arrival number, which retries keep. */
  readonly number: number;
  /** When it polls again, in ms. */
  pollsAt: number;
}

/**
 * How late a waiter may poll before it counts as gone, in ms. If code blocks the engine, all waiters are late, but
 * their timers still fire in order.
 */
const LATE_MS = 250;

/**
 * A first-come, first-served queue. Each waiter announces when it polls again. One that does not belongs to a request
 * that is gone, and is skipped. If it polls after all, it gets its place back.
 */
export class Queue {
  #numbers = 0;
  /** Sorted by number. */
  readonly #waiters: Waiter[] = [];

  /** Returns a waiter for one call and its retries. */
  take(): Waiter {
    return { number: this.#numbers++, pollsAt: 0 };
  }

  /** The first waiter. */
  get first(): Waiter | undefined {
    return this.#waiters[0];
  }

  /** The number of waiters. */
  get length(): number {
    return this.#waiters.length;
  }

  /** Polls, and returns the place of the waiter. The first place is 1. */
  poll(waiter: Waiter, now: number): number {
    waiter.pollsAt = now;
    const at = this.#indexOf(waiter.number);
    if (this.#waiters[at] !== waiter) {
      this.#waiters.splice(at, 0, waiter);
    }
    while ((this.#waiters[0] as Waiter).pollsAt + LATE_MS < now) {
      this.#waiters.shift(); // ends, since this waiter is not late
    }
    return this.#indexOf(waiter.number) + 1;
  }

  /** Removes a waiter from the queue. */
  leave(waiter: Waiter): void {
    const at = this.#indexOf(waiter.number);
    if (this.#waiters[at] === waiter) {
      this.#waiters.splice(at, 1);
    }
  }

  /** Returns the index of the first waiter whose number is not lower. */
  #indexOf(number: number): number {
    let [low, high] = [0, this.#waiters.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#waiters[middle] as Waiter).number < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
