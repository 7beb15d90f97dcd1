/**
 * Who waits at a gate, first come first served. Each entry says when it will look again; one that does not come back
 * belongs to a request that is gone, and is passed over. Should it come back after all, it has its old place.
 */

/** One call that waits. */
export interface Waiter {
  /** Its place in time: a call that is tried again keeps it. */
  readonly number: number;
  /** When it looks again, in milliseconds. */
  looksAt: number;
}

/**
 * How late a waiter may look before it is taken for gone, in milliseconds. Code that holds the engine makes all late, but
 * then timers fire in their order: the first in the queue still looks before those behind it.
 */
const LATE_MS = 250;

export class Queue {
  #numbers = 0;
  /** In the order of their numbers. */
  readonly #waiters: Waiter[] = [];

  /** A place in time, for one call and all its attempts. */
  take(): Waiter {
    return { number: this.#numbers++, looksAt: 0 };
  }

  /** Who came first of those that wait. */
  get first(): Waiter | undefined {
    return this.#waiters[0];
  }

  /** How many wait. */
  get length(): number {
    return this.#waiters.length;
  }

  /** The waiter looks now, and stands in its place: 1 is the first in the queue. */
  look(waiter: Waiter, now: number): number {
    waiter.looksAt = now;
    const at = this.#indexOf(waiter.number);
    if (this.#waiters[at] !== waiter) {
      this.#waiters.splice(at, 0, waiter);
    }
    while ((this.#waiters[0] as Waiter).looksAt + LATE_MS < now) {
      this.#waiters.shift(); // this one is not late, so one is left
    }
    return this.#indexOf(waiter.number) + 1;
  }

  leave(waiter: Waiter): void {
    const at = this.#indexOf(waiter.number);
    if (this.#waiters[at] === waiter) {
      this.#waiters.splice(at, 1);
    }
  }

  /** The index of the first waiter whose number is not lower. */
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
