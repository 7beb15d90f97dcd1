/**
 * What an isolate knows of the others on one portal: plain data, and what it does about it. Alone it gates by itself;
 * with others it asks the desk for each call; without a desk it keeps to its share.
 */

import { CrmBackpressure } from './backpressure.ts';
import type { Lease } from './calls.ts';
import type { PaceClock } from './clock.ts';
import { type AcquireAnswer, AT_ONCE, type Coordinator, type OwnCalls, type SettledCall } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { Gate } from './gate.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** How long the desk has to answer who is there, in milliseconds. */
const ANSWER_MS = 100;

/** How long the desk has for a question that waits for a call, beyond that wait, in milliseconds. */
const LATE_MS = 1_000;

/** After how long a desk that did not answer is asked again, in milliseconds. */
const AWAY_MS = 2_000;

/** How long a desk that has lent a call to one of many is asked for the next, in milliseconds: it knows this isolate. */
const SHARED_MS = 10_000;

/** How long what may be shared with other requests waits for them, in milliseconds. */
const LOOK_MS = 5;

/** How long an isolate that was turned away does not ask again, in milliseconds. */
const FULL_MS = 500;

/** Questions of all isolates that may leave within so many milliseconds. */
const [MOST_AT_ONCE, BURST_MS] = [16, 25];

/**
 * How long a report waits for company, in milliseconds, and one that says that there is much room: nothing is lost, since
 * it says how old it is.
 */
const [SETTLE_MS, LAZY_SETTLE_MS] = [120, 3_000];

/** A call that is on its way when the desk is told of it counts as answered so much later, in milliseconds. */
const ON_ITS_WAY_MS = 500;

/** Reports, and calls, that are kept for a desk that is away. */
const MOST_UNTOLD = 200;

export type Mode = 'alone' | 'shared' | 'away';

/** A call that the desk has lent. */
export type LentCall = AcquireAnswer & Required<Pick<AcquireAnswer, 'id'>>;

/** A report, and when it came. */
type Untold = Omit<SettledCall, 'ageMs'> & { readonly at: number };

/** The desk has turned a call away: until then others of its family are told the same, a little later each. */
interface Full {
  readonly until: number;
  readonly freeAt: number;
  tokensAt: number;
  readonly stepMs: number;
}

/** Kept by the isolate. */
export class Membership {
  readonly isolate: string;
  mode: Mode = 'alone';
  /** Until when that counts; and for how many calls, alone. */
  until = -Infinity;
  left = 0;
  clients = 1;
  /** Until when another request is asking. */
  askingUntil = -Infinity;
  /** Those of the last moment. */
  readonly questions = { since: -Infinity, count: 0 };
  readonly full: Partial<Record<CrmFamily, Full>> = {};
  /** Calls that it sent by itself and has not told of. */
  own: Record<CrmFamily, Lease[]> = { general: [], search: [] };
  /** Reports that have not been told. */
  untold: Untold[] = [];

  constructor(isolate: string) {
    this.isolate = isolate;
  }
}

/** How one client uses its isolate's membership. */
export class Member {
  readonly #membership: Membership;
  readonly #desk: Coordinator;
  readonly #clock: PaceClock;
  readonly #gateOf: (family: CrmFamily) => Gate;
  readonly #background: (work: Promise<unknown>) => void;

  constructor(
    membership: Membership,
    desk: Coordinator,
    clock: PaceClock,
    gateOf: (family: CrmFamily) => Gate,
    background: (work: Promise<unknown>) => void,
  ) {
    this.#membership = membership;
    this.#desk = desk;
    this.#clock = clock;
    this.#gateOf = gateOf;
    this.#background = background;
  }

  /** How many share the budget when nobody lends it. One that was alone does not hear of those who come now. */
  get share(): number {
    return this.#membership.mode === 'away' ? Math.max(2, this.#membership.clients) : 1;
  }

  /** Finds out who is there, when that is not known. */
  async mode(): Promise<Mode> {
    while (this.isOver && this.#clock.now() < this.#membership.askingUntil) {
      await this.#pause(LOOK_MS); // another request of this isolate asks
    }
    if (this.isOver) {
      this.#membership.askingUntil = this.#clock.now() + ANSWER_MS;
      await this.#join();
    }
    return this.#membership.mode;
  }

  /** Whether what is known of the others is too old. */
  get isOver(): boolean {
    const { mode, left, until } = this.#membership;
    return (mode === 'alone' && left <= 0) || this.#clock.now() >= until;
  }

  /** Whether nothing leaves before the desk was asked: others may have come since a call began to wait. */
  get mustAsk(): boolean {
    return this.isOver || this.#membership.mode === 'shared';
  }

  /** A call leaves that nobody has lent. */
  spend(family: CrmFamily, lease: Lease): void {
    const { own } = this.#membership;
    this.#membership.left -= 1;
    own[family] = [...own[family].slice(-MOST_UNTOLD), lease];
  }

  #ownCalls(family: CrmFamily): OwnCalls {
    const now = this.#clock.now();
    const ages = this.#membership.own[family].map(({ endedAt = now + ON_ITS_WAY_MS }) => now - endedAt);
    return { ages, heldMs: this.#gateOf(family).holdFor(now) };
  }

  #pause(ms: number): Promise<void> {
    return sleep(this.#clock, ms, undefined);
  }

  async #join(): Promise<void> {
    const membership = this.#membership;
    const { isolate, mode, own: told } = membership;
    const asked = this.#clock.now();
    const question = this.#desk.join({
      isolate,
      wasAway: mode === 'away',
      own: { general: this.#ownCalls('general'), search: this.#ownCalls('search') },
    });
    membership.own = { general: [], search: [] };
    // It counts also when it comes late: the desk is slow then, and not away.
    const taken = question.then(({ clients, livesMs, calls }) => {
      membership.clients = clients;
      membership.mode = clients === 1 ? 'alone' : 'shared';
      membership.left = calls;
      membership.until = asked + livesMs;
    });
    try {
      await this.#within(ANSWER_MS, taken);
    } catch {
      membership.own = {
        general: [...told.general, ...membership.own.general],
        search: [...told.search, ...membership.own.search],
      };
      this.#isAway();
    }
  }

  /** Asks for a call; undefined when the desk is away. Rejects with CrmBackpressure when it would take too long. */
  async acquire(family: CrmFamily, patienceMs: number): Promise<LentCall | undefined> {
    const membership = this.#membership;
    const until = this.#clock.now() + patienceMs;
    await this.#maySpeak(family, until);
    const left = Math.max(0, until - this.#clock.now());
    let answer: AcquireAnswer;
    try {
      answer = await this.#telling(left + LATE_MS, (settled) =>
        this.#desk.acquire({ isolate: membership.isolate, family, patienceMs: left, settled }),
      );
    } catch {
      this.#isAway();
      return undefined;
    }
    const { id, hintMs = 1, tokensMs = 0, stepMs = 0, clients } = answer;
    const now = this.#clock.now();
    if (membership.mode === 'away') {
      // Another question was not answered meanwhile: the share is all that this isolate may take now.
      if (id !== undefined) {
        this.settle(answer as LentCall, undefined);
      }
      return undefined;
    }
    membership.clients = clients;
    if (clients > 1) {
      membership.until = now + SHARED_MS;
    }
    if (id === undefined) {
      membership.full[family] = {
        until: now + FULL_MS,
        freeAt: now + hintMs,
        tokensAt: now + tokensMs,
        stepMs: stepMs * clients,
      };
      throw new CrmBackpressure(hintMs / 1000);
    }
    return answer as LentCall;
  }

  /** Questions of one burst are answered alike: some go first, and the others learn from their answers. */
  async #maySpeak(family: CrmFamily, until: number): Promise<void> {
    const { questions } = this.#membership;
    for (;;) {
      const now = this.#clock.now();
      const full = this.#membership.full[family];
      if (full !== undefined && now < full.until) {
        full.tokensAt += full.stepMs; // a question would be answered like the last one
        throw new CrmBackpressure((Math.max(full.freeAt, full.tokensAt) - now) / 1000);
      }
      if (now - questions.since >= BURST_MS) {
        questions.since = now;
        questions.count = 0;
      }
      if (questions.count < Math.max(AT_ONCE, MOST_AT_ONCE / this.#membership.clients) || now >= until) {
        questions.count += 1;
        return;
      }
      await this.#pause(BURST_MS);
    }
  }

  /** Tells what became of a lent call: a 429 at once, else with others, or with a question. */
  settle({ id, isAwaited }: LentCall, report: RateReport | undefined): void {
    const { untold } = this.#membership;
    const one: Untold = { id, report: report ?? null, at: this.#clock.now() };
    untold.push(one);
    const { status, remaining = 0, max = 1 } = report ?? {};
    const isUrgent = isAwaited === true || status === 429;
    this.#background(this.#settleIn(isUrgent ? 0 : remaining * 4 > max ? LAZY_SETTLE_MS : SETTLE_MS, one));
  }

  async #settleIn(ms: number, one: Untold): Promise<void> {
    if (ms > 0) {
      await this.#pause(ms);
    }
    const { untold, isolate } = this.#membership;
    if (untold.includes(one)) {
      await this.#telling(ANSWER_MS, (settled) => this.#desk.settle({ isolate, settled })).catch(() => {});
    }
  }

  /** Gives the reports to a question; they are told again when nobody has heard it. */
  async #telling<T>(ms: number, ask: (settled: SettledCall[]) => Promise<T>): Promise<T> {
    const membership = this.#membership;
    const told = membership.untold.splice(0);
    try {
      const now = this.#clock.now();
      return await this.#within(ms, ask(told.map(({ at, ...one }) => ({ ...one, ageMs: now - at }))));
    } catch (error) {
      membership.untold = [...told, ...membership.untold].slice(-MOST_UNTOLD);
      throw error;
    }
  }

  #isAway(): void {
    const membership = this.#membership;
    membership.mode = 'away';
    membership.until = this.#clock.now() + AWAY_MS;
  }

  #within<T>(ms: number, work: Promise<T>): Promise<T> {
    let timer: unknown;
    const late = new Promise<never>((_, reject) => {
      timer = this.#clock.setTimeout(() => reject(new Error('no answer')), ms);
    });
    return Promise.race([work, late]).finally(() => this.#clock.clearTimeout?.(timer));
  }
}
