import { refuseWhenAborted, withinAttempt } from './attempt.ts';
import { CrmBackpressure } from './backpressure.ts';
import { type Lease, LONGEST_CALL_MS } from './calls.ts';
import type { PaceClock } from './clock.ts';
import {
  type AcquireResult,
  type Coordinator,
  ALONE_MS,
  type OwnCalls,
  ROUND_TRIP_MS,
  type SettledCall,
} from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { Gate } from './gate.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** Polling interval while another request of the isolate joins, in ms. */
const POLL_MS = 5;

/** How long a report waits for the next request, in ms. Reports include their age, so a delay loses nothing. */
const SETTLE_MS = 3_000;

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
  /** Until when the mode is valid. Then the isolate joins again. */
  until = -Infinity;
  /** Calls left of a solo grant. Otherwise, any number. */
  left = Infinity;
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

/** What a client has from its request. */
export interface ClientOptions {
  readonly coordinator: Coordinator;
  readonly clock: PaceClock;
  /** Keeps the request alive for work in the background. */
  readonly background: (work: Promise<unknown>) => void;
  /** Returns the gates of the isolate. */
  readonly gateOf: (family: CrmFamily) => Gate;
}

/** Asks the coordinator on behalf of one CRM client, and maintains the state of its isolate. */
export class CoordinatorClient {
  /** What the isolate knows. */
  readonly state: ClientState;
  /** The options of the client. */
  readonly options: ClientOptions;

  constructor(state: ClientState, options: ClientOptions) {
    this.state = state;
    this.options = options;
  }

  /** By how many clients the budget is divided. A client that was alone assumes one more. */
  get share(): number {
    return this.state.mode === 'unreachable' ? Math.max(2, this.state.clients) : 1;
  }

  /** Returns the mode. Joins first if it is no longer valid. */
  async mode(): Promise<Mode> {
    const { clock } = this.options;
    while (this.isExpired && clock.now() < this.state.joinsUntil) {
      await sleep(clock, POLL_MS, undefined);
    }
    if (this.isExpired) {
      await this.#join();
    }
    return this.state.mode;
  }

  /** Whether the mode is no longer valid. */
  get isExpired(): boolean {
    const { left, until } = this.state;
    return left <= 0 || this.options.clock.now() >= until;
  }

  /** Whether calls must ask first. Other clients may have joined while a call waited. */
  get mustAsk(): boolean {
    return this.isExpired || this.state.mode === 'shared';
  }

  /** Records a call that leaves without asking. */
  spend(family: CrmFamily, lease: Lease): void {
    this.state.left -= 1;
    this.state.own.push([family, lease]);
  }

  /** Ends a solo grant after a 429: joins at once, which tells the coordinator of the hold. */
  reportHold(): void {
    if (this.state.mode === 'alone') {
      this.state.left = 0;
      this.options.background(this.mode());
    }
  }

  #enter(mode: Mode, until: number, left = Infinity): void {
    Object.assign(this.state, { mode, until, left });
  }

  /** Tells the coordinator what the isolate did without asking, and takes the mode from its answer. */
  async #join(): Promise<void> {
    const { state } = this;
    const { coordinator, clock, gateOf } = this.options;
    const start = clock.now();
    const { account, interval } = gateOf('general');
    const own = state.own.filter(([, { endedAt, until }]) => (endedAt ?? until) > start - interval);
    const ownOf = (family: CrmFamily): OwnCalls => ({
      ages: own.flatMap(([of, { endedAt = start + ROUND_TRIP_MS }]) => (of === family ? [start - endedAt] : [])),
      heldMs: gateOf(family).holdFor(start),
    });
    state.own = [];
    state.joinsUntil = start + ROUND_TRIP_MS;
    try {
      await withinAttempt({ clock, ms: ROUND_TRIP_MS, signal: undefined }, async () => {
        const { clients, livesMs, calls } = await coordinator.join({
          isolate: state.isolate,
          wasAway: state.mode === 'unreachable',
          own: { general: ownOf('general'), search: ownOf('search') },
          day: account.dailyLeft,
        });
        // A late result counts, too: the coordinator is slow, but reachable.
        state.clients = clients;
        if (clients === 1) {
          this.#enter('alone', start + livesMs, calls);
        } else {
          this.#enter('shared', Infinity);
        }
      });
    } catch {
      state.own = [...own, ...state.own];
      this.markUnreachable();
    }
    state.joinsUntil = -Infinity;
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
    const { state } = this;
    let request: Promise<AcquireResult> | undefined;
    let result: AcquireResult | undefined;
    try {
      result = await this.withReports(patienceMs + ALONE_MS, signal, (settled) => {
        request = this.options.coordinator.acquire({ isolate: state.isolate, family, stride, patienceMs, settled });
        return request;
      });
    } catch {
      if (!signal?.aborted) {
        this.markUnreachable();
      }
    }
    // If another request has found the coordinator unreachable meanwhile, the isolate uses its share.
    if (result === undefined || state.mode === 'unreachable') {
      request?.then(
        (late) => this.settle(late as GrantedCall, undefined), // an absent id has no effect
        () => {},
      );
      refuseWhenAborted(signal);
      return undefined;
    }
    state.clients = result.clients;
    if (state.clients === 1 && state.mode === 'shared') {
      state.left = 0; // the others are gone, so the next call joins
    }
    if (result.id === undefined) {
      throw new CrmBackpressure((result.hintMs ?? 0) / 1000);
    }
    return result as GrantedCall;
  }

  /** Reports the end of a granted call: a 429 at once, otherwise together with others or with the next request. */
  settle({ id, isAwaited }: GrantedCall, report: RateReport | undefined): void {
    const one: PendingReport = { id, report: report ?? null, at: this.options.clock.now() };
    this.state.pending.push(one);
    this.options.background(this.#settleIn(isAwaited || report?.status === 429 ? 0 : SETTLE_MS, one));
  }

  async #settleIn(ms: number, one: PendingReport): Promise<void> {
    const { coordinator, clock } = this.options;
    if (ms > 0) {
      await sleep(clock, ms, undefined);
    }
    const { pending, isolate } = this.state;
    if (pending.includes(one)) {
      const settle = (settled: SettledCall[]) => coordinator.settle({ isolate, settled });
      await this.withReports(ROUND_TRIP_MS, undefined, settle).catch(() => {});
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
    const { state } = this;
    const { clock } = this.options;
    const sent = state.pending.splice(0);
    const now = clock.now();
    try {
      return await withinAttempt({ clock, ms, signal }, () =>
        ask(sent.map(({ at, ...one }) => ({ ...one, ageMs: now - at }))),
      );
    } catch (error) {
      // The coordinator expects no report of older calls.
      state.pending = [...sent, ...state.pending].filter(({ at }) => at > now - LONGEST_CALL_MS);
      throw error;
    }
  }

  /** Uses the isolate's share of the budget for a while. */
  markUnreachable(): void {
    this.#enter('unreachable', this.options.clock.now() + ALONE_MS);
  }
}
