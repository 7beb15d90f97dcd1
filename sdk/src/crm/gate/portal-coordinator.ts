import type { CrmBudget } from '../../context/crm-budget.ts';
import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { budgetOf } from './budget.ts';
import type { PaceClock } from './clock.ts';
import {
  type AcquireArguments,
  type AcquireResult,
  type BudgetArguments,
  type Coordinator,
  type JoinArguments,
  type JoinResult,
  ALONE_MS,
  ROUND_TRIP_MS,
  type SettleArguments,
} from './coordinator.ts';
import { CoordinatorGate } from './coordinator-gate.ts';
import type { CrmFamily } from './family.ts';
import { LOWEST_MAX } from './gate.ts';
import { Account } from './hold.ts';
import { settingsOf } from './isolate.ts';
import type { Caller } from './line.ts';
import { PortalLine, type SoloGrant } from './portal-line.ts';

/** The share of the bucket, or of the lowest limit of the CRM, that the only client may use without asking. */
const SOLO_SHARE = 0.25;

/** How long a silent client counts, in ms. */
const CLIENT_TIMEOUT_MS = 30_000;

/** The clients of an earlier coordinator, and those that found this one unreachable. */
const UNKNOWN = '';

const FAMILIES: readonly CrmFamily[] = ['general', 'search'];

/** A request of a client. Its isolate spreads the hints of its invocations. */
const CALLER: Caller = { isOne: false };

/** What a coordinator stores for the one after a restart. Times are in ms. */
export interface CoordinatorState {
  readonly at: number;
  /** The end of the hold of all calls. 0: none. */
  readonly heldUntil: number;
  /** Until when a client may send calls without asking. 0: no client may. */
  readonly grantedUntil: number;
}

/** The options of a coordinator. */
export interface CoordinatorOptions {
  readonly limits: RateLimitsManifest;
  readonly clock: PaceClock;
  readonly random: () => number;
  /** The state of an earlier coordinator of the portal. */
  readonly before?: CoordinatorState | undefined;
}

/**
 * Shares the rate budget of one portal among its clients, with the gates that a single isolate has. It runs in an
 * actor, so requests may share promises. All state is in memory. After a restart it learns the state of the window
 * again from a probe.
 */
export class PortalCoordinator implements Coordinator {
  readonly #clock: PaceClock;
  /** When each client was last active, in ms. */
  readonly #clients = new Map<string, number>();
  readonly #lines: Readonly<Record<CrmFamily, PortalLine>>;
  readonly #solo: SoloGrant;
  #lastCallAt: number;

  constructor({ limits, clock, random, before }: CoordinatorOptions) {
    const now = clock.now();
    this.#clock = clock;
    this.#lastCallAt = now;
    const account = new Account();
    let ids = Math.floor(now) * 1000; // those of an earlier coordinator differ, and may be settled late
    const gateOf = (family: CrmFamily) => {
      const gate = new CoordinatorGate(settingsOf(family, limits), random, account);
      gate.calls.nextId = () => ids++;
      return gate;
    };
    const [general, search] = [gateOf('general'), gateOf('search')];
    const calls = Math.max(1, Math.floor(Math.min(general.burst, LOWEST_MAX) * SOLO_SHARE));
    this.#solo = { isolate: UNKNOWN, until: -Infinity, calls };
    this.#lines = {
      general: new PortalLine(general, clock, this.#solo),
      search: new PortalLine(search, clock, this.#solo),
    };
    if (before !== undefined && now - before.at < CLIENT_TIMEOUT_MS) {
      this.#solo.until = before.grantedUntil;
      this.#relearn(now, now);
    }
    if (before !== undefined && before.heldUntil > now) {
      general.holdUntil(before.heldUntil);
    }
  }

  /** What is stored for the coordinator after a restart. */
  get state(): CoordinatorState {
    const now = this.#clock.now();
    const heldMs = this.#lines.general.gate.holdFor(now);
    return { at: now, heldUntil: heldMs && Math.ceil(now + heldMs), grantedUntil: Math.max(0, this.#solo.until) };
  }

  async join({ isolate, wasAway, own, day }: JoinArguments): Promise<JoinResult> {
    const now = this.#clock.now();
    if (Number.isFinite(day)) {
      this.#lines.general.gate.account.dailyLeft = day as number;
    }
    FAMILIES.forEach((family) => this.#lines[family].gate.charge(own[family], now));
    if (wasAway && this.#lastCallAt + ALONE_MS - ROUND_TRIP_MS < now) {
      this.#relearn(now, now + ALONE_MS);
    }
    this.#lastCallAt = now;
    const solo = this.#solo;
    if (solo.isolate === isolate) {
      solo.until = -Infinity;
    }
    this.#clients.set(isolate, now);
    const clients = this.#clientsOf(isolate, now);
    if (clients === 1) {
      solo.isolate = isolate;
      solo.until = now + ALONE_MS + ROUND_TRIP_MS;
      this.#clients.set(isolate, solo.until);
    }
    return { clients, livesMs: ALONE_MS, calls: solo.calls };
  }

  async acquire({ family, stride, patienceMs, ...report }: AcquireArguments): Promise<AcquireResult> {
    const clock = this.#clock;
    const { isolate } = report;
    this.#lastCallAt = clock.now();
    await this.settle(report);
    const line = this.#lines[family];
    const waiter = line.take(CALLER, stride ?? 1, clock.now(), clock.now() + patienceMs, Infinity);
    try {
      for (;;) {
        const now = clock.now();
        this.#clients.set(isolate, Math.max(this.#clients.get(isolate) ?? 0, now));
        const clients = this.#clientsOf(isolate, now);
        const wait = line.poll(waiter, now);
        if (wait === undefined) {
          return { clients, hintMs: (waiter.returnsAt as number) - now };
        }
        if (wait === 0) {
          const { gate } = line;
          const { id } = gate.lease(now);
          // The report of a probe, and of the first call, from which the limit is known.
          return { clients, id, isAwaited: gate.isSerial || (gate.isUnknown && gate.calls.inFlight === 1) };
        }
        // A request that becomes the first one, or is deferred, is woken. Without a report, it is decided at its cap.
        await line.sleep(waiter, waiter.isAdmitted ? wait : Math.min(wait, waiter.latest - now));
      }
    } finally {
      line.leave(waiter);
      line.wake();
    }
  }

  async settle({ settled }: SettleArguments): Promise<void> {
    const now = this.#clock.now();
    for (const { id, report, ageMs } of settled) {
      FAMILIES.forEach((family) => this.#lines[family].settle(id, now, ageMs, report ?? undefined));
    }
  }

  async budget({ family, stride, calls, ...report }: BudgetArguments): Promise<CrmBudget> {
    await this.settle(report);
    return budgetOf(this.#lines[family], stride, calls, this.#clock.now());
  }

  /**
   * Starts again when clients may have sent calls that are unknown. For a while no call is granted in advance. The
   * response to a probe reports what remains. Responses to searches do not, so these wait until the unknown ones have
   * left the window.
   *
   * @param from when the probe may leave, in ms
   */
  #relearn(now: number, from: number): void {
    const { general, search } = this.#lines;
    this.#clients.set(UNKNOWN, Math.max(now, this.#solo.until));
    general.gate.probeFrom(from);
    search.gate.probeFrom(now + ALONE_MS + search.gate.interval);
  }

  /** Returns the number of clients. 1: the isolate is the only one, so it may gate its calls itself. */
  #clientsOf(isolate: string, now: number): number {
    const clients = this.#clients;
    clients.forEach((seenAt, id) => seenAt + CLIENT_TIMEOUT_MS < now && clients.delete(id));
    const isAlone = clients.size === 1 && clients.has(isolate) && this.#lines.general.gate.holdFor(now) === 0;
    return isAlone ? 1 : Math.max(2, clients.size);
  }
}
