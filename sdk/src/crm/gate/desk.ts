/**
 * The desk of one portal: the same gates that an isolate has, for all of its isolates together. It lives in one place
 * (an actor), so promises may be shared here. Everything is in memory; what was lost with it is learned again within a
 * window, and until then little is lent.
 */

import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { type Lease, LONGEST_CALL_MS } from './calls.ts';
import type { PaceClock } from './clock.ts';
import {
  type AcquireAnswer,
  type AcquireArguments,
  AT_ONCE,
  type Coordinator,
  type JoinAnswer,
  type JoinArguments,
  type SettleArguments,
  type SettledCall,
} from './coordinator.ts';
import { DeskGate } from './desk-gate.ts';
import type { CrmFamily } from './family.ts';
import { INTERVAL_MS, settingsOf } from './isolate.ts';
import { Queue, type Waiter } from './queue.ts';
import { sleep } from './sleep.ts';

/** How long an isolate that is alone gates by itself, in milliseconds. */
export const GRANT_MS = 6_000;

/** How many calls it may send in that time, at most: as many are kept from others that come meanwhile. */
const MOST_GRANTED = 25;

/** What it may send of the app's bucket at once, too: the others can begin. */
const GRANTED_SHARE = 0.25;

/** How much later its clock may say so, and its last call be counted, in milliseconds. */
const LATE_MS = 1_000;

/** How long an isolate counts that does not say anything, in milliseconds. */
export const SILENT_MS = 15_000;

/** How long it has a reason not to, at most, when it was told to come again later, in milliseconds: by then it may be recycled. */
const MOST_SILENT_MS = 60_000;

/** Isolates that could not reach the desk come again within this time, in milliseconds; it was not heard of until then. */
const [COME_AGAIN_MS, UNHEARD_MS] = [2_500, 1_500];

/** How long a question far from its turn sleeps for each place before it, in milliseconds: others may have gone. */
const LOOK_MS = 25;

/** The window of each family, in milliseconds. */
const WINDOWS: Readonly<Record<CrmFamily, number>> = { general: INTERVAL_MS, search: 1_000 };

const FAMILIES: readonly CrmFamily[] = ['general', 'search'];

interface Member {
  /** When it last said something. */
  seenAt: number;
  /** Until when it may send calls by itself that it has not told of. */
  readonly alone: number;
}

/** A call that was lent. */
interface Lent {
  readonly isolate: string;
  readonly lease: Lease;
}

/** The calls of one family: the gate, and the questions that wait. */
interface Line {
  readonly family: CrmFamily;
  readonly gate: DeskGate;
  readonly queue: Queue;
  /** In the order in which they were lent. */
  readonly lent: Map<number, Lent>;
  readonly wakes: Map<Waiter, () => void>;
  /** Until then nothing is known of calls that others have sent, and this many were lent to find out. */
  learnsUntil: number;
  pilots: number;
  /** Until then some isolates may still gate by themselves, each with its share: no more than half is lent. */
  apartUntil: number;
}

export interface DeskOptions {
  readonly limits: RateLimitsManifest;
  readonly clock: PaceClock;
  readonly random: () => number;
  /** Somebody was lent calls before this desk was made, and they may still count. */
  readonly isSuccessor: boolean;
  /** Until when somebody may send calls by himself whom the desk before this one has let; 0 for nobody. */
  readonly grantedUntil?: number | undefined;
}

export class Desk implements Coordinator {
  readonly #options: DeskOptions;
  readonly #members = new Map<string, Member>();
  readonly #lines: Readonly<Record<CrmFamily, Line>>;
  /** Calls of one grant. */
  readonly #granted: number;
  /** No two desks of one portal give the same: an isolate may settle late what was lent by the one before. */
  #ids: number;
  #heardAt = -Infinity;
  /** Until when an isolate may send calls by itself whom the desk before this one has let. */
  readonly #grantedBefore: number;

  constructor(options: DeskOptions) {
    const { limits, clock, random, isSuccessor, grantedUntil } = options;
    this.#options = options;
    this.#grantedBefore = grantedUntil || -Infinity;
    const { capacity, requestedTokensPerCall } = limits.bucket;
    this.#granted = Math.min(
      MOST_GRANTED,
      Math.max(1, Math.floor((capacity / requestedTokensPerCall) * GRANTED_SHARE)),
    );
    this.#ids = Math.floor(clock.now()) * 1000;
    const line = (family: CrmFamily): Line => ({
      family,
      gate: new DeskGate(settingsOf(family, limits), random),
      queue: new Queue(),
      lent: new Map(),
      wakes: new Map(),
      learnsUntil: isSuccessor ? clock.now() + WINDOWS[family] : -Infinity,
      pilots: 0,
      // Who asked the one before looks on it as away. The first answer tells how much they take, but not of searches.
      apartUntil: isSuccessor && family === 'search' ? clock.now() + COME_AGAIN_MS : -Infinity,
    });
    this.#lines = { general: line('general'), search: line('search') };
  }

  /** Holds all general calls until then. */
  hold(until: number): void {
    this.#lines.general.gate.holdUntil(until);
  }

  get heldUntil(): number {
    const now = this.#options.clock.now();
    return now + this.#lines.general.gate.holdFor(now);
  }

  /** Until when somebody may send calls by himself. */
  get grantedUntil(): number {
    return Math.max(0, ...this.#grants());
  }

  async join({ isolate, wasAway, own }: JoinArguments): Promise<JoinAnswer> {
    const now = this.#options.clock.now();
    const wasUnheard = wasAway && this.#heardAt + UNHEARD_MS < now;
    this.#heardAt = now;
    for (const line of this.#all) {
      line.gate.charge(own[line.family], now);
      if (wasUnheard) {
        line.apartUntil = now + COME_AGAIN_MS;
        line.learnsUntil = now + WINDOWS[line.family];
        line.pilots = 0;
      }
    }
    this.#members.delete(isolate);
    const isAlone =
      this.#clients(now) === 0 &&
      this.#grantedBefore + INTERVAL_MS < now &&
      this.#all.every(({ lent, learnsUntil }) => now >= learnsUntil && isOnlyOf(isolate, lent));
    this.#members.set(isolate, { seenAt: now, alone: isAlone ? now + GRANT_MS + LATE_MS : -Infinity });
    return { clients: isAlone ? 1 : Math.max(2, this.#members.size), livesMs: GRANT_MS, calls: this.#granted };
  }

  async acquire({ isolate, family, patienceMs, settled }: AcquireArguments): Promise<AcquireAnswer> {
    const { clock } = this.#options;
    this.#heardAt = clock.now();
    this.#settled(settled);
    const member = this.#members.get(isolate) ?? { seenAt: 0, alone: -Infinity };
    this.#members.set(isolate, member);
    const line = this.#lines[family];
    const waiter = line.queue.take();
    const until = clock.now() + patienceMs;
    try {
      for (let isAdmitted = false; ; ) {
        const now = clock.now();
        member.seenAt = Math.max(member.seenAt, now);
        const clients = this.#clients(now);
        const place = line.queue.look(waiter, now);
        if (place === 1 && this.#free(line, now) > 0) {
          return {
            clients,
            id: this.#lend(line, isolate, now),
            isAwaited: now < line.learnsUntil || line.gate.isSingleFile,
          };
        }
        const kept = this.#kept(line, now);
        // It gets what the grants of others leave, or what is free when they have ended.
        const wait = Math.max(
          1,
          Math.min(line.gate.waitFor(place + kept.calls, now), Math.max(line.gate.waitFor(place, now), kept.ms)),
        );
        isAdmitted ||= now + wait <= until;
        if (now >= until || line.gate.holdFor(now) > patienceMs || !(isAdmitted || line.gate.isUnknown)) {
          const hintMs = Math.max(1, line.gate.hint(place + kept.calls, now));
          const tokensMs = line.gate.tokensAfter(line.queue.length + AT_ONCE * clients); // those on their way are turned away, too
          member.seenAt = now + Math.min(hintMs, MOST_SILENT_MS);
          return { clients, hintMs, tokensMs, stepMs: line.gate.spacing };
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
      member.seenAt = Math.max(member.seenAt, this.#options.clock.now());
    }
    this.#settled(settled);
  }

  get #all(): readonly Line[] {
    return FAMILIES.map((family) => this.#lines[family]);
  }

  #settled(calls: readonly SettledCall[]): void {
    const now = this.#options.clock.now();
    for (const { id, report, ageMs } of calls) {
      for (const line of this.#all) {
        const lent = line.lent.get(id);
        if (lent !== undefined) {
          line.lent.delete(id); // settled twice, it is settled once
          line.gate.settleLate(lent.lease, now, ageMs, report ?? undefined);
          line.learnsUntil = report?.remaining === undefined ? line.learnsUntil : -Infinity;
          this.#wake(line);
        }
      }
    }
  }

  /** How many calls of the family may be lent now. */
  #free(line: Line, now: number): number {
    line.gate.share = now < line.apartUntil ? 2 : 1;
    const available = line.gate.available(now, line.queue.length);
    const free = line.gate.isSingleFile ? available : available - this.#kept(line, now).calls; // one call that goes to see may always
    return now < line.learnsUntil ? Math.min(free, this.#pilots(line, now)) : free;
  }

  /** How many calls may still be lent to find out what others have sent: no answer to a search tells that. */
  #pilots({ family, pilots }: Line, now: number): number {
    return family === 'search' ? 0 : this.#clients(now) - pilots;
  }

  /** What isolates may have sent by themselves and have not told of, and how long that may count: it is not lent to others. */
  #kept({ family }: Line, now: number): { calls: number; ms: number } {
    let [calls, ms] = [0, 0];
    for (const alone of this.#grants()) {
      const until = alone + WINDOWS[family];
      if (now < until) {
        calls += this.#granted;
        ms = Math.max(ms, (alone > now ? alone : until) - now);
      }
    }
    return { calls, ms };
  }

  /** Until when each of them may send calls by itself. */
  #grants(): number[] {
    return [this.#grantedBefore, ...Array.from(this.#members.values(), ({ alone }) => alone)];
  }

  #lend(line: Line, isolate: string, now: number): number {
    const { gate, lent } = line;
    line.pilots += 1;
    for (const [id, { lease }] of lent) {
      if (lease.sentAt + LONGEST_CALL_MS > now) {
        break;
      }
      lent.delete(id); // its isolate is gone, and nobody settles it
    }
    const id = this.#ids++;
    lent.set(id, { isolate, lease: gate.lease(now) });
    return id;
  }

  /** Isolates that have said something lately. */
  #clients(now: number): number {
    for (const [isolate, { seenAt, alone }] of this.#members) {
      if (seenAt + SILENT_MS < now && alone + INTERVAL_MS < now) {
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

/** Whether nobody else has been lent any of them. */
function isOnlyOf(isolate: string, lent: ReadonlyMap<number, Lent>): boolean {
  return [...lent.values()].every((one) => one.isolate === isolate);
}
