/**
 * What an isolate knows of the others on one portal: plain data, and what it does about it. Alone it gates by itself;
 * with others it asks the desk for each call; without a desk it keeps to its share.
 */

import { CrmBackpressure } from '../backpressure.ts';
import type { Coordinator, SettledCall } from './coordinator.ts';
import type { CrmFamily } from './isolate.ts';
import type { PaceClock } from './pacer.ts';
import type { RateReport } from './rate-headers.ts';

/** How long the desk has to answer who is there, in milliseconds. */
const ANSWER_MS = 100;

/** How long the desk has for a question that waits for a call, beyond that wait, in milliseconds. */
const LATE_MS = 6_000;

/** After how long a desk that did not answer is asked again, in milliseconds. */
const AWAY_MS = 2_000;

/** How long before its end a grant is renewed, in milliseconds. */
const RENEW_MS = 3_000;

/** Reports that wait for company, at most. */
const FULL = 10;

export type Mode = 'alone' | 'shared' | 'away';

/** Kept by the isolate. */
export class Membership {
  readonly isolate: string;
  mode: Mode = 'away';
  /** Until when that counts. */
  until = -Infinity;
  clients = 1;
  /** Until when another request is asking. */
  askingUntil = -Infinity;
  /** Reports that have not been told. */
  untold: SettledCall[] = [];

  constructor(isolate: string) {
    this.isolate = isolate;
  }
}

/** How one client uses its isolate's membership. */
export class Member {
  readonly #membership: Membership;
  readonly #desk: Coordinator;
  readonly #clock: PaceClock;
  /** Calls that were sent in the last window of a family. */
  readonly #sent: (family: CrmFamily) => number;
  readonly #background: (work: Promise<unknown>) => void;

  constructor(membership: Membership, desk: Coordinator, clock: PaceClock, sent: (family: CrmFamily) => number, background: (work: Promise<unknown>) => void) {
    this.#membership = membership;
    this.#desk = desk;
    this.#clock = clock;
    this.#sent = sent;
    this.#background = background;
  }

  /** How many share the budget when nobody lends it. */
  get share(): number {
    return this.#membership.mode === 'away' ? this.#membership.clients : 1;
  }

  /** Finds out who is there, when that is not known. */
  async mode(): Promise<Mode> {
    const { until, askingUntil, mode } = this.#membership;
    const now = this.#clock.now();
    if (now < until) {
      if (mode === 'alone' && until - now < RENEW_MS && now >= askingUntil) {
        this.#membership.askingUntil = now + ANSWER_MS;
        this.#background(this.#join());
      }
      return mode;
    }
    await this.#join();
    return this.#membership.mode;
  }

  async #join(): Promise<void> {
    const membership = this.#membership;
    try {
      const sent = { general: this.#sent('general'), search: this.#sent('search') };
      const { clients, livesMs } = await this.#within(ANSWER_MS, this.#desk.join({ isolate: membership.isolate, sent }));
      membership.clients = clients;
      membership.mode = clients === 1 ? 'alone' : 'shared';
      membership.until = this.#clock.now() + livesMs - ANSWER_MS;
    } catch {
      this.#isAway();
    }
  }

  /** Asks for a call; undefined when the desk is away. Rejects with CrmBackpressure when it would take too long. */
  async acquire(family: CrmFamily, patienceMs: number): Promise<number | undefined> {
    const membership = this.#membership;
    const until = this.#clock.now() + patienceMs;
    for (;;) {
      const left = until - this.#clock.now();
      const settled = membership.untold.splice(0);
      try {
        const question = this.#desk.acquire({ isolate: membership.isolate, family, count: 1, patienceMs: Math.max(0, left), settled });
        const { ids, hintMs = 0, clients } = await this.#within(LATE_MS, question);
        membership.clients = clients;
        if (clients > 1) {
          membership.until = Math.max(membership.until, this.#clock.now() + AWAY_MS);
        }
        const [id] = ids;
        if (id !== undefined) {
          return id;
        }
        if (hintMs > 0 || this.#clock.now() >= until) {
          throw new CrmBackpressure(Math.max(hintMs, 1) / 1000);
        }
      } catch (error) {
        if (error instanceof CrmBackpressure) {
          throw error;
        }
        membership.untold.unshift(...settled);
        this.#isAway();
        return undefined;
      }
    }
  }

  /** Tells what became of a lent call: with others, when nobody asks meanwhile. */
  settle(id: number, report: RateReport | undefined): void {
    const { untold, isolate } = this.#membership;
    untold.push({ id, report: report ?? null });
    if (untold.length > FULL) {
      const settled = untold.splice(0);
      this.#background(this.#desk.settle({ isolate, settled }).catch(() => {}));
      return;
    }
    this.#background(this.#settleSoon());
  }

  async #settleSoon(): Promise<void> {
    await new Promise<void>((resolve) => void this.#clock.setTimeout(resolve, 5));
    const { untold, isolate } = this.#membership;
    if (untold.length > 0) {
      const settled = untold.splice(0);
      await this.#desk.settle({ isolate, settled }).catch(() => {});
    }
  }

  #isAway(): void {
    const membership = this.#membership;
    membership.mode = 'away';
    membership.until = this.#clock.now() + AWAY_MS;
  }

  #within<T>(ms: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => reject(new Error('the desk of the portal does not answer')), ms);
      work.then(
        (value) => {
          this.#clock.clearTimeout?.(timer);
          resolve(value);
        },
        (error: unknown) => {
          this.#clock.clearTimeout?.(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }
}
