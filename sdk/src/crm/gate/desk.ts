/**
 * The desk of one portal: the same gates that an isolate has, for all of its isolates together. It lives in one place
 * (an actor), so promises may be shared here. Everything is in memory; what was lost with it is learned again within a
 * window, and until then little is lent.
 */

import type { RateLimitsManifest } from '../../manifest.ts';
import { type Lease, LONGEST_CALL_MS } from './calls.ts';
import type { PaceClock } from './clock.ts';
import type { AcquireAnswer, AcquireArguments, Coordinator, JoinAnswer, JoinArguments, SettleArguments, SettledCall } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import { Gate } from './gate.ts';
import { settingsOf, SPARED } from './isolate.ts';
import { Queue, type Waiter } from './queue.ts';
import { sleep } from './sleep.ts';

/** How long an isolate that is alone gates by itself, in milliseconds. */
export const GRANT_MS = 7_000;

/** How long what was sent last under a grant may count, in milliseconds: isolates stop a little before its end. */
const WINDOW_MS = 8_000;

/** How long before the end of its grant an isolate stops and asks again, in milliseconds: clocks may go a little wrong. */
export const EARLY_MS = 2_000;

/** How long an isolate counts that does not say anything, in milliseconds. */
export const SILENT_MS = 15_000;

/** How long a question far from its turn sleeps for each place before it, in milliseconds: others may have gone. */
const LOOK_MS = 25;

const FAMILIES: readonly CrmFamily[] = ['general', 'search'];

interface Member {
  /** When it last said something. */
  seenAt: number;
  /** Until when what it sends by itself may count, as long as it does not say what that was. */
  countsUntil: number;
}

/** The calls of one family: the gate, and the questions that wait. */
interface Line {
  readonly gate: Gate;
  readonly queue: Queue;
  readonly lent: Map<number, Lease>;
  readonly wakes: Map<Waiter, () => void>;
}

export interface DeskOptions {
  readonly limits: RateLimitsManifest;
  readonly clock: PaceClock;
  readonly random: () => number;
  /** Somebody was lent calls before this desk was made, and they may still count. */
  readonly isSuccessor: boolean;
}

export class Desk implements Coordinator {
  readonly #options: DeskOptions;
  readonly #members = new Map<string, Member>();
  readonly #lines: Readonly<Record<CrmFamily, Line>>;
  #ids = 0;
  /** Until then nothing is known of what was lent before. */
  #learnsUntil: number;

  constructor(options: DeskOptions) {
    const { limits, clock, random, isSuccessor } = options;
    this.#options = options;
    this.#learnsUntil = isSuccessor ? clock.now() + GRANT_MS : -Infinity;
    const line = (family: CrmFamily): Line => ({
      gate: new Gate(settingsOf(family, limits), random),
      queue: new Queue(),
      lent: new Map(),
      wakes: new Map(),
    });
    this.#lines = { general: line('general'), search: line('search') };
  }

  /** Holds all general calls until then. */
  hold(until: number): void {
    this.#lines.general.gate.holdUntil(until);
  }

  heldUntil(): number {
    const now = this.#options.clock.now();
    return now + this.#lines.general.gate.holdFor(now);
  }

  async join({ isolate, sent }: JoinArguments): Promise<JoinAnswer> {
    const now = this.#options.clock.now();
    const before = this.#members.get(isolate);
    const member: Member = { seenAt: now, countsUntil: 0 };
    this.#members.set(isolate, member);
    const clients = this.#clients(now);
    if (clients === 1 && now >= this.#learnsUntil) {
      member.countsUntil = now + GRANT_MS + WINDOW_MS;
      return { clients, livesMs: GRANT_MS - EARLY_MS };
    }
    if (before !== undefined && before.countsUntil > now) {
      // What it sent under its grant may still count.
      FAMILIES.forEach((family) => this.#lines[family].gate.charge(sent[family], now));
    }
    return { clients: Math.max(2, clients), livesMs: GRANT_MS - EARLY_MS };
  }

  async acquire({ isolate, family, patienceMs, settled }: AcquireArguments): Promise<AcquireAnswer> {
    const { clock } = this.#options;
    this.#settled(settled);
    const member = this.#members.get(isolate) ?? { seenAt: 0, countsUntil: 0 };
    this.#members.set(isolate, member);
    member.seenAt = Math.max(member.seenAt, clock.now());
    const line = this.#lines[family];
    const waiter = line.queue.take();
    const until = clock.now() + patienceMs;
    try {
      for (let isAdmitted = false; ; ) {
        const now = clock.now();
        member.seenAt = Math.max(member.seenAt, now);
        const place = line.queue.look(waiter, now);
        if (place === 1 && this.#free(family, now) > 0) {
          return { clients: this.#clients(now), id: this.#lend(line, now) };
        }
        const granted = this.#grantFor(now);
        const wait = Math.max(1, line.gate.waitFor(place, now), granted);
        isAdmitted ||= now + wait <= until;
        if (now >= until || line.gate.holdFor(now) > patienceMs || !(isAdmitted || line.gate.isUnknown)) {
          const hintMs = Math.max(1, granted, line.gate.hint(place, now));
          member.seenAt = now + hintMs; // until then it has a reason to be silent
          return { clients: this.#clients(now), hintMs, stepMs: line.gate.spacing };
        }
        await this.#sleep(line, waiter, Math.min(wait, LOOK_MS * place, until - now));
      }
    } finally {
      line.queue.leave(waiter);
      this.#wake(line);
    }
  }

  async settle({ isolate, settled }: SettleArguments): Promise<void> {
    const member = this.#members.get(isolate);
    if (member !== undefined) {
      member.seenAt = this.#options.clock.now();
    }
    this.#settled(settled);
  }

  #settled(calls: readonly SettledCall[]): void {
    const now = this.#options.clock.now();
    for (const { id, report } of calls) {
      for (const family of FAMILIES) {
        const line = this.#lines[family];
        const lease = line.lent.get(id);
        if (lease !== undefined) {
          line.lent.delete(id); // settled twice, it is settled once
          line.gate.settle(lease, now, report ?? undefined);
          this.#learnsUntil = report?.remaining === undefined ? this.#learnsUntil : -Infinity;
          this.#wake(line);
        }
      }
    }
  }

  /** How many calls of the family may be lent now. */
  #free(family: CrmFamily, now: number): number {
    const { gate, queue, lent } = this.#lines[family];
    const free = gate.available(now, queue.length);
    if (now < this.#learnsUntil) {
      return Math.min(free, this.#clients(now) - lent.size);
    }
    return this.#grantFor(now) > 0 ? free - gate.budget() + SPARED[family] : free; // what an isolate may send by itself is not lent to others
  }

  /** How long what somebody sends by himself may count, in milliseconds. */
  #grantFor(now: number): number {
    let longest = 0;
    for (const { countsUntil } of this.#members.values()) {
      const asksAt = countsUntil - WINDOW_MS - EARLY_MS; // when it comes again, if it goes on
      longest = Math.max(longest, (asksAt > now ? asksAt : countsUntil) - now);
    }
    return longest;
  }

  #lend({ gate, lent }: Line, now: number): number {
    for (const [id, { sentAt }] of lent) {
      if (sentAt + LONGEST_CALL_MS > now) {
        break; // in the order in which they were lent
      }
      lent.delete(id); // its isolate is gone, and nobody settles it
    }
    const id = this.#ids++;
    lent.set(id, gate.lease(now));
    return id;
  }

  /** Isolates that have said something lately. */
  #clients(now: number): number {
    for (const [isolate, { seenAt, countsUntil }] of this.#members) {
      if (seenAt + SILENT_MS < now && countsUntil < now) {
        this.#members.delete(isolate);
      }
    }
    return this.#members.size;
  }

  #sleep({ wakes }: Line, waiter: Waiter, ms: number): Promise<void> {
    const { clock } = this.#options;
    waiter.looksAt = clock.now() + ms;
    return sleep(clock, ms, undefined, (wake) => (wake === undefined ? wakes.delete(waiter) : wakes.set(waiter, wake)));
  }

  /** The question that came first looks again. */
  #wake({ queue, wakes }: Line): void {
    if (queue.first !== undefined) {
      wakes.get(queue.first)?.();
    }
  }
}
