import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { type Lease, LONGEST_CALL_MS } from './calls.ts';
import type { PaceClock } from './clock.ts';
import {
  type AcquireArguments,
  type AcquireResult,
  AT_ONCE,
  type Coordinator,
  type JoinArguments,
  type JoinResult,
  type SettleArguments,
  type SettledCall,
} from './coordinator.ts';
import { CoordinatorGate } from './coordinator-gate.ts';
import type { CrmFamily } from './family.ts';
import { INTERVAL_MS, settingsOf } from './isolate.ts';
import { Queue, type Waiter } from './queue.ts';
import { sleep } from './sleep.ts';

/** How long the only client gates its calls itself, in ms. */
export const SOLO_MS = 6_000;

/** Calls that it may send in that time, at most. They are reserved when other clients join. */
const MAX_SOLO_CALLS = 25;

/** Its share of the app's bucket, so that clients that join can start. */
const SOLO_SHARE = 0.25;

/** Margin for its clock and for its last call to be counted, in ms. */
const MARGIN_MS = 1_000;

/** How long a silent client counts, in ms. */
export const CLIENT_TIMEOUT_MS = 15_000;

/** How long a client that must retry later counts, at most, in ms. Its isolate may be recycled by then. */
const MAX_SILENCE_MS = 60_000;

/** Time within which clients join again after the coordinator was unreachable, in ms. */
const RECONNECT_MS = 2_500;

/** Time without calls after which clients may have found the coordinator unreachable, in ms. */
const UNREACHABLE_MS = 1_500;

/** How long a waiting request sleeps per request before it, in ms. Those before it may leave the queue. */
const POLL_MS = 25;

/** The window of each family, in ms. */
const WINDOWS: Readonly<Record<CrmFamily, number>> = { general: INTERVAL_MS, search: 1_000 };

const FAMILIES: readonly CrmFamily[] = ['general', 'search'];

interface Client {
  /** The time of its last call. */
  seenAt: number;
  /** Until when it may send calls that it has not reported. */
  readonly soloUntil: number;
}

/** A granted call in flight. */
interface Granted {
  readonly isolate: string;
  readonly lease: Lease;
}

/** The gate of one family, and the requests that wait for a call. */
interface Line {
  readonly family: CrmFamily;
  readonly gate: CoordinatorGate;
  readonly queue: Queue;
  /** By id, in the order of the grants. */
  readonly granted: Map<number, Granted>;
  readonly wakes: Map<Waiter, () => void>;
  /** Until when calls of an earlier coordinator may count in the window. Until then, only probes are granted. */
  probingUntil: number;
  /** Probes that were granted. */
  probes: number;
  /** Until when some clients may still use their share of the budget. Until then, at most half of it is granted. */
  splitUntil: number;
}

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
  readonly #lines: Readonly<Record<CrmFamily, Line>>;
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
    const line = (family: CrmFamily): Line => ({
      family,
      gate: new CoordinatorGate(settingsOf(family, limits), random),
      queue: new Queue(),
      granted: new Map(),
      wakes: new Map(),
      probingUntil: isSuccessor ? clock.now() + WINDOWS[family] : -Infinity,
      probes: 0,
      // Clients of the earlier coordinator found it unreachable and use their share. Responses to general calls report
      // what remains, responses to searches do not.
      splitUntil: isSuccessor && family === 'search' ? clock.now() + RECONNECT_MS : -Infinity,
    });
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

  async join({ isolate, wasAway, own }: JoinArguments): Promise<JoinResult> {
    const now = this.#options.clock.now();
    const wasUnreachable = wasAway && this.#lastCallAt + UNREACHABLE_MS < now;
    this.#lastCallAt = now;
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
      this.#allLines.every(({ granted, probingUntil }) => now >= probingUntil && hasOnly(isolate, granted));
    this.#clients.set(isolate, { seenAt: now, soloUntil: isSolo ? now + SOLO_MS + MARGIN_MS : -Infinity });
    return { clients: isSolo ? 1 : Math.max(2, this.#clients.size), livesMs: SOLO_MS, calls: this.#soloCalls };
  }

  async acquire({ isolate, family, patienceMs, settled }: AcquireArguments): Promise<AcquireResult> {
    const { clock } = this.#options;
    this.#lastCallAt = clock.now();
    this.#settled(settled);
    const client = this.#clients.get(isolate) ?? { seenAt: 0, soloUntil: -Infinity };
    this.#clients.set(isolate, client);
    const line = this.#lines[family];
    const waiter = line.queue.take();
    const until = clock.now() + patienceMs;
    try {
      for (let isAdmitted = false; ; ) {
        const now = clock.now();
        client.seenAt = Math.max(client.seenAt, now);
        const clients = this.#countClients(now);
        const place = line.queue.poll(waiter, now);
        if (place === 1 && this.#free(line, now) > 0) {
          return {
            clients,
            id: this.#grant(line, isolate, now),
            isAwaited: now < line.probingUntil || line.gate.isSerial,
          };
        }
        const reserved = this.#reserved(line, now);
        // The request waits for room besides the reserved calls, or for the end of the reservation.
        const wait = Math.max(
          1,
          Math.min(
            line.gate.waitFor(place + reserved.calls, now),
            Math.max(line.gate.waitFor(place, now), reserved.ms),
          ),
        );
        isAdmitted ||= now + wait <= until;
        if (now >= until || line.gate.holdFor(now) > patienceMs || !(isAdmitted || line.gate.isUnknown)) {
          const hintMs = Math.max(1, line.gate.hint(place + reserved.calls, now));
          // Requests in flight will be deferred, too.
          const tokensMs = line.gate.tokensAfter(line.queue.length + AT_ONCE * clients);
          client.seenAt = now + Math.min(hintMs, MAX_SILENCE_MS);
          return { clients, hintMs, tokensMs, stepMs: line.gate.spacing };
        }
        await this.#sleep(line, waiter, Math.min(wait, POLL_MS * place, until - now));
      }
    } finally {
      line.queue.leave(waiter);
      this.#wake(line);
    }
  }

  async settle({ isolate, settled }: SettleArguments): Promise<void> {
    const client = this.#clients.get(isolate);
    if (client !== undefined) {
      client.seenAt = Math.max(client.seenAt, this.#options.clock.now());
    }
    this.#settled(settled);
  }

  get #allLines(): readonly Line[] {
    return FAMILIES.map((family) => this.#lines[family]);
  }

  #settled(calls: readonly SettledCall[]): void {
    const now = this.#options.clock.now();
    for (const { id, report, ageMs } of calls) {
      for (const line of this.#allLines) {
        const granted = line.granted.get(id);
        if (granted !== undefined) {
          line.granted.delete(id); // a second report has no effect
          if (line.gate.settleLate(granted.lease, now, ageMs, report ?? undefined)) {
            line.probingUntil = -Infinity;
          } else if (report?.remaining !== undefined) {
            line.probes = Math.max(0, line.probes - 1); // its report was delayed, so another probe may leave
          }
          this.#wake(line);
        }
      }
    }
  }

  /** Returns how many calls may be granted now. */
  #free(line: Line, now: number): number {
    line.gate.share = now < line.splitUntil ? 2 : 1;
    const available = line.gate.available(now, line.queue.length);
    // A probe may always leave.
    const free = line.gate.isSerial ? available : available - this.#reserved(line, now).calls;
    return now < line.probingUntil ? Math.min(free, this.#probesLeft(line, now)) : free;
  }

  /** Returns how many more probes may be granted. Searches have none: their responses do not report remaining calls. */
  #probesLeft({ family, probes }: Line, now: number): number {
    return family === 'search' ? 0 : this.#countClients(now) - probes;
  }

  /** Returns the calls that clients may have sent without a report, and how long those count, in ms. */
  #reserved({ family }: Line, now: number): { calls: number; ms: number } {
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

  /** Grants a call, and returns its id. */
  #grant(line: Line, isolate: string, now: number): number {
    const { gate, granted } = line;
    line.probes += 1;
    for (const [id, { lease }] of granted) {
      if (lease.sentAt + LONGEST_CALL_MS > now) {
        break;
      }
      granted.delete(id); // its isolate is gone
    }
    const id = this.#ids++;
    granted.set(id, { isolate, lease: gate.lease(now) });
    return id;
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

  #sleep({ wakes }: Line, waiter: Waiter, ms: number): Promise<void> {
    const { clock } = this.#options;
    waiter.pollsAt = clock.now() + ms;
    return sleep(clock, ms, undefined, (wake) => (wake === undefined ? wakes.delete(waiter) : wakes.set(waiter, wake)));
  }

  /** Wakes the first request in the queue. */
  #wake({ queue, wakes }: Line): void {
    if (queue.first !== undefined) {
      wakes.get(queue.first)?.();
    }
  }
}

/** Reports whether all granted calls are the isolate's. */
function hasOnly(isolate: string, granted: ReadonlyMap<number, Granted>): boolean {
  return [...granted.values()].every((one) => one.isolate === isolate);
}
