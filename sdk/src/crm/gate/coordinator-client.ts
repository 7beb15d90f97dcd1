import { withinAttempt } from './attempt.ts';
import { CrmBackpressure } from './backpressure.ts';
import type { Lease } from './calls.ts';
import type { PaceClock } from './clock.ts';
import {
  type AcquireResult,
  ARRIVAL_MS,
  type Coordinator,
  type OwnCalls,
  type SettledCall,
  UNREACHABLE_MS,
} from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { Gate } from './gate.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** Timeout of `join` and `settle`, in ms. A round trip between continents takes up to 300 ms. */
const TIMEOUT_MS = 500;

/** Shortest time between two joins of an isolate, in ms. So its burst leaves calls for the isolates that join. */
const JOIN_INTERVAL_MS = 100;

/** Timeout of `acquire` beyond the wait that it asks for, in ms: round trips before an admitted call, and its own. */
const ACQUIRE_TIMEOUT_MS = 2_000;

/** How long a client among others may ask without joining again, after a grant, in ms. */
const SHARED_MS = 10_000;

/** Polling interval while another request of the isolate joins, in ms. */
const POLL_MS = 5;

/** How long a report waits for the next request, in ms. Reports include their age, so a delay loses nothing. */
const SETTLE_MS = 3_000;

/** Limit of reports, and of calls, that are stored while the coordinator is unreachable. */
const MAX_PENDING = 200;

/**
 * How calls are gated. `alone`: by the isolate, with a solo grant. `shared`: by the coordinator. `unreachable`: by the
 * isolate, with its share of the budget.
 */
export type Mode = 'alone' | 'shared' | 'unreachable';

/** A call that the coordinator granted. */
export type GrantedCall = AcquireResult & Required<Pick<AcquireResult, 'id'>>;

/** A report that has not been sent. */
type PendingReport = Omit<SettledCall, 'ageMs'> & {
  /** When the call ended, in ms of the clock. */
  readonly at: number;
};

/** What an isolate knows of the other clients of a portal. Plain data, shared by all requests of the isolate. */
export class ClientState {
  /** The id of the isolate. */
  readonly isolate: string;
  /** How the isolate shares the portal's budget. */
  mode: Mode = 'alone';
  /** Until when the mode is valid. */
  until = -Infinity;
  /** Calls left of a solo grant. */
  left = 0;
  /** The number of clients of the portal, including this one. */
  clients = 1;
  /** Until when the isolate does not join: another request may be joining. */
  joinsUntil = -Infinity;
  /** Calls that were sent without asking and have not been reported. */
  own: [family: CrmFamily, lease: Lease][] = [];
  /** Reports that have not been sent. */
  pending: PendingReport[] = [];

  constructor(isolate: string) {
    this.isolate = isolate;
  }
}

/** Asks the coordinator on behalf of one CRM client, and maintains the state of its isolate. */
export class CoordinatorClient {
  /** What the isolate knows. */
  readonly state: ClientState;
  /** The coordinator. */
  readonly coordinator: Coordinator;
  readonly #clock: PaceClock;
  readonly #gateOf: (family: CrmFamily) => Gate;
  readonly #background: (work: Promise<unknown>) => void;

  constructor(
    state: ClientState,
    coordinator: Coordinator,
    clock: PaceClock,
    gateOf: (family: CrmFamily) => Gate,
    background: (work: Promise<unknown>) => void,
  ) {
    this.state = state;
    this.coordinator = coordinator;
    this.#clock = clock;
    this.#gateOf = gateOf;
    this.#background = background;
  }

  /** By how many clients the budget is divided. A client that was alone assumes one more. */
  get share(): number {
    return this.state.mode === 'unreachable' ? Math.max(2, this.state.clients) : 1;
  }

  /** Returns the mode. Joins first if it is no longer valid. */
  async mode(): Promise<Mode> {
    while (this.isExpired && this.#clock.now() < this.state.joinsUntil) {
      await this.#pause(POLL_MS);
    }
    if (this.isExpired) {
      const start = this.#clock.now();
      this.state.joinsUntil = start + TIMEOUT_MS;
      await this.#join();
      this.state.joinsUntil = start + JOIN_INTERVAL_MS;
    }
    return this.state.mode;
  }

  /** Whether the mode is no longer valid. */
  get isExpired(): boolean {
    const { mode, left, until } = this.state;
    return (mode === 'alone' && left <= 0) || this.#clock.now() >= until;
  }

  /** Whether calls must ask first. Other clients may have joined while a call waited. */
  get mustAsk(): boolean {
    return this.isExpired || this.state.mode === 'shared';
  }

  /** Records a call that leaves without asking. */
  spend(family: CrmFamily, lease: Lease): void {
    const state = this.state;
    state.left -= 1;
    state.own = [...state.own.slice(-MAX_PENDING), [family, lease]];
  }

  /** Ends a solo grant after a 429: joins at once, which tells the coordinator of the hold. */
  reportHold(): void {
    this.state.left = 0;
    this.#background(this.mode());
  }

  #ownCalls(family: CrmFamily): OwnCalls {
    const now = this.#clock.now();
    const own = this.state.own.filter(([of]) => of === family);
    const ages = own.map(([, { endedAt = now + ARRIVAL_MS }]) => now - endedAt);
    return { ages, heldMs: this.#gateOf(family).holdFor(now) };
  }

  #pause(ms: number): Promise<void> {
    return sleep(this.#clock, ms, undefined);
  }

  async #join(): Promise<void> {
    const state = this.state;
    const { isolate, mode, own } = state;
    const start = this.#clock.now();
    const request = this.coordinator.join({
      isolate,
      wasAway: mode === 'unreachable',
      own: { general: this.#ownCalls('general'), search: this.#ownCalls('search') },
      day: this.#gateOf('general').account.dailyLeft,
    });
    state.own = [];
    // A late result counts, too: the coordinator is slow, but reachable.
    const joined = request.then(({ clients, livesMs, calls }) => {
      state.clients = clients;
      state.mode = clients === 1 ? 'alone' : 'shared';
      state.left = calls;
      state.until = start + livesMs;
    });
    try {
      await withinAttempt({ clock: this.#clock, ms: TIMEOUT_MS, signal: undefined }, () => joined);
    } catch {
      state.own = [...own, ...state.own];
      this.markUnreachable();
    }
  }

  /**
   * Asks for a call. Returns undefined if the coordinator is unreachable. Rejects with CrmBackpressure if it defers the
   * call, and when the signal aborts.
   */
  async acquire(
    family: CrmFamily,
    stride: number,
    patienceMs: number,
    signal: AbortSignal | undefined,
  ): Promise<GrantedCall | undefined> {
    const state = this.state;
    let request: Promise<AcquireResult> | undefined;
    let result: AcquireResult;
    try {
      result = await this.withReports(patienceMs + ACQUIRE_TIMEOUT_MS, signal, (settled) => {
        request = this.coordinator.acquire({ isolate: state.isolate, family, stride, patienceMs, settled });
        return request;
      });
    } catch (error) {
      request?.then(
        (late) => this.settle(late as GrantedCall, undefined), // an absent id has no effect
        () => {},
      );
      if (signal?.aborted) {
        throw error;
      }
      this.markUnreachable();
      return undefined;
    }
    const { id, hintMs = 1, clients } = result;
    const now = this.#clock.now();
    if (state.mode === 'unreachable') {
      // Another request has timed out meanwhile, so the isolate uses its share.
      this.settle(result as GrantedCall, undefined);
      return undefined;
    }
    state.clients = clients;
    if (clients > 1) {
      state.until = now + SHARED_MS;
    }
    if (id === undefined) {
      throw new CrmBackpressure(hintMs / 1000);
    }
    return result as GrantedCall;
  }

  /** Reports the end of a granted call: a 429 at once, otherwise together with others or with the next request. */
  settle({ id, isAwaited }: GrantedCall, report: RateReport | undefined): void {
    const { pending } = this.state;
    const one: PendingReport = { id, report: report ?? null, at: this.#clock.now() };
    pending.push(one);
    const isUrgent = isAwaited || report?.status === 429;
    this.#background(this.#settleIn(isUrgent ? 0 : SETTLE_MS, one));
  }

  async #settleIn(ms: number, one: PendingReport): Promise<void> {
    if (ms > 0) {
      await this.#pause(ms);
    }
    const { pending, isolate } = this.state;
    if (pending.includes(one)) {
      await this.withReports(TIMEOUT_MS, undefined, (settled) => this.coordinator.settle({ isolate, settled })).catch(
        () => {},
      );
    }
  }

  /**
   * Sends the pending reports with a request. If it fails, they are sent again.
   *
   * @param ms its time limit
   */
  async withReports<T>(
    ms: number,
    signal: AbortSignal | undefined,
    ask: (settled: SettledCall[]) => Promise<T>,
  ): Promise<T> {
    const state = this.state;
    const sent = state.pending.splice(0);
    try {
      const now = this.#clock.now();
      return await withinAttempt({ clock: this.#clock, ms, signal }, () =>
        ask(sent.map(({ at, ...one }) => ({ ...one, ageMs: now - at }))),
      );
    } catch (error) {
      state.pending = [...sent, ...state.pending].slice(-MAX_PENDING);
      throw error;
    }
  }

  /** Uses the isolate's share of the budget for a while. */
  markUnreachable(): void {
    const state = this.state;
    state.mode = 'unreachable';
    state.until = this.#clock.now() + UNREACHABLE_MS;
  }
}
