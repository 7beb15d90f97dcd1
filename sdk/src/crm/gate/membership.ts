/**
 * What an isolate knows of the others on one portal: plain data, and what it does about it. Alone it gates by itself;
 * with others it asks the desk for each call; without a desk it keeps to its share.
 */

import { CrmBackpressure } from '../backpressure.ts';
import type { PaceClock } from './clock.ts';
import type { AcquireAnswer, Coordinator, SettledCall } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** How long the desk has to answer who is there, in milliseconds. */
const ANSWER_MS = 100;

/** How long the desk has for a question that waits for a call, beyond that wait, in milliseconds. */
const LATE_MS = 1_000;

/** After how long a desk that did not answer is asked again, in milliseconds. */
const AWAY_MS = 2_000;

/** How long what may be shared with other requests waits for them, in milliseconds. */
const LOOK_MS = 5;

/** How long an isolate that was turned away does not ask again, in milliseconds. */
const FULL_MS = 500;

/** Questions that may leave within so many milliseconds. */
const [MOST_AT_ONCE, BURST_MS] = [16, 25];

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
  /** Those of the last moment. */
  readonly questions = { since: -Infinity, count: 0 };
  /** The desk has turned a call away: until then others are told the same, a little later each. */
  full = { until: -Infinity, freeAt: 0, stepMs: 0 };
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
  /** The ages of the calls that the last window of a family may count. */
  readonly #sent: (family: CrmFamily) => readonly number[];
  readonly #background: (work: Promise<unknown>) => void;

  constructor(membership: Membership, desk: Coordinator, clock: PaceClock, sent: (family: CrmFamily) => readonly number[], background: (work: Promise<unknown>) => void) {
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
    while (this.#clock.now() < this.#membership.askingUntil && this.#clock.now() >= this.#membership.until) {
      await this.#pause(LOOK_MS); // another request of this isolate asks
    }
    if (this.#clock.now() >= this.#membership.until) {
      this.#membership.askingUntil = this.#clock.now() + ANSWER_MS;
      await this.#join();
    }
    return this.#membership.mode;
  }

  /** Whether what is known of the others is too old: nothing leaves before they are asked for again. */
  isOver(now: number): boolean {
    return now >= this.#membership.until;
  }

  #pause(ms: number): Promise<void> {
    return sleep(this.#clock, ms, undefined);
  }

  async #join(): Promise<void> {
    const membership = this.#membership;
    try {
      const sent = { general: this.#sent('general'), search: this.#sent('search') };
      const { clients, livesMs } = await this.#within(ANSWER_MS, this.#desk.join({ isolate: membership.isolate, sent }));
      membership.clients = clients;
      membership.mode = clients === 1 ? 'alone' : 'shared';
      membership.until = this.#clock.now() + livesMs;
    } catch {
      this.#isAway();
    }
  }

  /** Asks for a call; undefined when the desk is away. Rejects with CrmBackpressure when it would take too long. */
  async acquire(family: CrmFamily, patienceMs: number): Promise<number | undefined> {
    const membership = this.#membership;
    const until = this.#clock.now() + patienceMs;
    await this.#maySpeak(until);
    const left = Math.max(0, until - this.#clock.now());
    const settled = membership.untold.splice(0);
    let answer: AcquireAnswer;
    try {
      const question = this.#desk.acquire({ isolate: membership.isolate, family, patienceMs: left, settled });
      answer = await this.#within(left + LATE_MS, question);
    } catch {
      membership.untold.unshift(...settled);
      this.#isAway();
      return undefined;
    }
    const { id, hintMs = 1, stepMs = 0, clients } = answer;
    const now = this.#clock.now();
    membership.clients = clients;
    if (clients > 1) {
      membership.until = Math.max(membership.until, now + AWAY_MS);
    }
    if (id === undefined) {
      membership.full = { until: now + FULL_MS, freeAt: now + hintMs, stepMs: stepMs * clients };
      throw new CrmBackpressure(hintMs / 1000);
    }
    return id;
  }

  /** Questions of one burst are answered alike: some go first, and the others learn from their answers. */
  async #maySpeak(until: number): Promise<void> {
    const { questions } = this.#membership;
    for (;;) {
      const now = this.#clock.now();
      const { full } = this.#membership;
      if (now < full.until) {
        full.freeAt += full.stepMs; // a question would be answered like the last one
        throw new CrmBackpressure((full.freeAt - now) / 1000);
      }
      if (now - questions.since >= BURST_MS) {
        questions.since = now;
        questions.count = 0;
      }
      if (questions.count < Math.ceil(MOST_AT_ONCE / this.#membership.clients) || now >= until) {
        questions.count += 1;
        return;
      }
      await this.#pause(BURST_MS);
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
    await this.#pause(LOOK_MS);
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
