import type { CrmBudget } from '../../context/crm-budget.ts';
import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { budgetOf } from './budget.ts';
import type { PaceClock } from './clock.ts';
import {
  type AcquireArguments,
  type AcquireResult,
  ARRIVAL_MS,
  type BudgetArguments,
  type Coordinator,
  type JoinArguments,
  type JoinResult,
  type SettleArguments,
  type SettledCall,
  UNREACHABLE_MS,
} from './coordinator.ts';
import { CoordinatorGate } from './coordinator-gate.ts';
import type { CrmFamily } from './family.ts';
import { Account } from './hold.ts';
import { INTERVAL_MS, settingsOf } from './isolate.ts';
import { PortalLine } from './portal-line.ts';
import type { Caller } from './line.ts';

/** How long the only client gates its calls itself, in ms. So late it learns of the hold of another one that joins. */
const SOLO_MS = 1_500;

/** Calls that it may send in that time, at most. They are reserved when other clients join. */
const MAX_SOLO_CALLS = 25;

/** Its share of the app's bucket, so that clients that join can start. */
const SOLO_SHARE = 0.25;

/** How long a silent client counts, in ms. */
export const CLIENT_TIMEOUT_MS = 15_000;

/** Time within which clients join again after the coordinator was unreachable, in ms. */
const RECONNECT_MS = UNREACHABLE_MS + ARRIVAL_MS;

/** The window of each family, in ms. */
const WINDOWS: Readonly<Record<CrmFamily, number>> = { general: INTERVAL_MS, search: 1_000 };

const FAMILIES: readonly CrmFamily[] = ['general', 'search'];

interface Client {
  /** The time of its last call. */
  seenAt: number;
  /** Until when it may send calls that it has not reported. */
  readonly soloUntil: number;
}

/** A request of a client. Its isolate spreads the hints of its invocations. */
const CALLER: Caller = { isOne: false };

/** The options of a coordinator. */
export interface CoordinatorOptions {
  readonly limits: RateLimitsManifest;
  readonly clock: PaceClock;
  readonly random: () => number;
  /** Whether an earlier coordinator of the portal has granted calls that may still count. */
  readonly isSuccessor: boolean;
  /** `grantedUntil` of the earlier coordinator. */
  readonly grantedUntil?: number | undefined;
}

/**
 * Shares the rate budget of one portal among its clients, with the gates that a single isolate has. It runs in an
 * actor, so requests may share promises. All state is in memory. After a restart it learns the state of the window
 * again, and grants only probes meanwhile.
 */
export class PortalCoordinator implements Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #clients = new Map<string, Client>();
  readonly #lines: Readonly<Record<CrmFamily, PortalLine>>;
  /** Calls that the only client may send without asking. */
  readonly #soloCalls: number;
  /** The next id. Ids differ from those of an earlier coordinator, whose calls may be settled late. */
  #ids: number;
  #lastCallAt = -Infinity;
  /** `grantedUntil` of the earlier coordinator. */
  readonly #soloUntilBefore: number;

  constructor(options: CoordinatorOptions) {
    const { limits, clock, random, isSuccessor, grantedUntil } = options;
    this.#options = options;
    this.#soloUntilBefore = grantedUntil || -Infinity;
    const { capacity, requestedTokensPerCall } = limits.bucket;
    this.#soloCalls = Math.min(
      MAX_SOLO_CALLS,
      Math.max(1, Math.floor((capacity / requestedTokensPerCall) * SOLO_SHARE)),
    );
    this.#ids = Math.floor(clock.now()) * 1000;
    const account = new Account();
    const line = (family: CrmFamily) => {
      const gate = new CoordinatorGate(settingsOf(family, limits), random, account);
      const one = new PortalLine(
        family,
        gate,
        clock,
        (now) => this.#reserved(family, now),
        () => this.#countClients(clock.now()),
      );
      if (isSuccessor) {
        one.probingUntil = clock.now() + WINDOWS[family];
        // Clients of the earlier coordinator found it unreachable and use their share. Responses to general calls
        // report what remains, responses to searches do not.
        one.splitUntil = family === 'search' ? clock.now() + RECONNECT_MS : -Infinity;
      }
      return one;
    };
    this.#lines = { general: line('general'), search: line('search') };
  }

  /** Holds all general calls. */
  hold(until: number): void {
    this.#lines.general.gate.holdUntil(until);
  }

  /** The end of the hold of general calls. */
  get heldUntil(): number {
    const now = this.#options.clock.now();
    return now + this.#lines.general.gate.holdFor(now);
  }

  /** Until when a client may send calls without asking. 0: no client may. */
  get grantedUntil(): number {
    return Math.max(0, ...this.#soloEnds());
  }

  async join({ isolate, wasAway, own, day }: JoinArguments): Promise<JoinResult> {
    const now = this.#options.clock.now();
    const wasUnreachable = wasAway && this.#lastCallAt + UNREACHABLE_MS - ARRIVAL_MS < now;
    this.#lastCallAt = now;
    if (Number.isFinite(day)) {
      this.#lines.general.gate.account.dailyLeft = day as number;
    }
    for (const line of this.#allLines) {
      line.gate.charge(own[line.family], now);
      if (wasUnreachable) {
        line.splitUntil = now + RECONNECT_MS;
        line.probingUntil = now + WINDOWS[line.family];
        line.probes = 0;
      }
    }
    this.#clients.delete(isolate);
    const isSolo =
      this.#countClients(now) === 0 &&
      this.#soloUntilBefore + INTERVAL_MS < now &&
      this.#lines.general.gate.holdFor(now) === 0 &&
      this.#allLines.every(({ probingUntil }) => now >= probingUntil);
    this.#clients.set(isolate, { seenAt: now, soloUntil: isSolo ? now + SOLO_MS + ARRIVAL_MS : -Infinity });
    return { clients: isSolo ? 1 : Math.max(2, this.#clients.size), livesMs: SOLO_MS, calls: this.#soloCalls };
  }

  async acquire({ isolate, family, stride, patienceMs, settled }: AcquireArguments): Promise<AcquireResult> {
    const { clock } = this.#options;
    this.#lastCallAt = clock.now();
    this.#settled(settled);
    const client = this.#clients.get(isolate) ?? { seenAt: 0, soloUntil: -Infinity };
    this.#clients.set(isolate, client);
    const line = this.#lines[family];
    const waiter = line.take(CALLER, stride ?? 1, clock.now(), clock.now() + patienceMs, Infinity);
    try {
      for (;;) {
        const now = clock.now();
        client.seenAt = Math.max(client.seenAt, now);
        const clients = this.#countClients(now);
        const wait = line.poll(waiter, now);
        if (wait === undefined) {
          return { clients, hintMs: (waiter.returnsAt as number) - now };
        }
        if (wait === 0) {
          const id = line.grant(this.#ids++, now);
          const { gate, granted } = line;
          // The report of a probe, and of the first call, from which the limit is known.
          const isAwaited = now < line.probingUntil || gate.isSerial || (gate.isUnknown && granted.size === 1);
          return { clients, id, isAwaited };
        }
        // A request that becomes the first one, or is deferred, is woken. Without a report, it is decided at its cap.
        await line.sleep(waiter, waiter.isAdmitted ? wait : Math.min(wait, waiter.latest - now));
      }
    } finally {
      line.leave(waiter);
      line.wake();
    }
  }

  async settle({ isolate, settled }: SettleArguments): Promise<void> {
    const client = this.#clients.get(isolate);
    if (client !== undefined) {
      client.seenAt = Math.max(client.seenAt, this.#options.clock.now());
    }
    this.#settled(settled);
  }

  async budget({ family, stride, calls, ...report }: BudgetArguments): Promise<CrmBudget> {
    await this.settle(report);
    return budgetOf(this.#lines[family], stride, calls, this.#options.clock.now());
  }

  get #allLines(): readonly PortalLine[] {
    return FAMILIES.map((family) => this.#lines[family]);
  }

  #settled(calls: readonly SettledCall[]): void {
    const now = this.#options.clock.now();
    for (const { id, report, ageMs } of calls) {
      for (const line of this.#allLines) {
        const lease = line.granted.get(id);
        if (lease !== undefined) {
          const wasUnknown = line.gate.isUnknown;
          line.granted.delete(id); // a second report has no effect
          if (line.gate.settleLate(lease, now, ageMs, report ?? undefined)) {
            line.probingUntil = -Infinity;
          } else if (report?.remaining !== undefined) {
            line.probes = Math.max(0, line.probes - 1); // its report was delayed, so another probe may leave
          }
          if (wasUnknown && !line.gate.isUnknown) {
            line.wakeAll(); // each is admitted or deferred now
          }
          line.wake();
        }
      }
    }
  }

  /** Returns the calls that clients may have sent without a report, and how long those count, in ms. */
  #reserved(family: CrmFamily, now: number): { calls: number; ms: number } {
    let [calls, ms] = [0, 0];
    for (const soloUntil of this.#soloEnds()) {
      const until = soloUntil + WINDOWS[family];
      if (now < until) {
        calls += this.#soloCalls;
        ms = Math.max(ms, (soloUntil > now ? soloUntil : until) - now);
      }
    }
    return { calls, ms };
  }

  /** Returns the times until which clients may send calls without asking. */
  #soloEnds(): number[] {
    return [this.#soloUntilBefore, ...Array.from(this.#clients.values(), ({ soloUntil }) => soloUntil)];
  }

  /** Returns the number of clients, without those that timed out. */
  #countClients(now: number): number {
    for (const [isolate, { seenAt, soloUntil }] of this.#clients) {
      if (seenAt + CLIENT_TIMEOUT_MS < now && soloUntil + INTERVAL_MS < now) {
        this.#clients.delete(isolate);
      }
    }
    return this.#clients.size;
  }
}
