// Generated from the sources of @svc/sdk. Do not edit.
import { CrmBudget, RateLimitsManifest, RateLimitOptions, Logger, CrmClient, ProjectManifest, AppDefinition, WorkerDefinition } from '../index.js';

/** A redacted description of a thrown value. */
interface ThrownError {
    /** The error's name, or `thrown value` if the value is not an Error. */
    readonly name: string;
    /** The redacted message. */
    readonly message: string;
    /** The engine's stack trace, or empty if the value is not an Error. */
    readonly stack: string;
}

/** The kinds of capabilities that are dispatched. */
type DispatchKind = 'tool' | 'cardBackend' | 'trigger' | 'sync';
/** The kind of caller of an invocation. */
type Surface = AnsweredSurface | 'push';
/** The surfaces whose responses depend on the handler's outcome. The `receive` of a push source has no outcome. */
type AnsweredSurface = 'workflow-action' | 'agent' | 'batched-action' | 'invoke' | 'card' | 'trigger' | 'sync';
/** How an invocation ended. `error`: an uncaught error or an invalid output. `rejected`: the handler did not run. */
type RecordedOutcome = 'ok' | 'fail-continue' | 'fail-stop' | 'retry-later' | 'block' | 'error' | 'timeout' | 'rejected';
/** One invocation. */
interface InvocationRecord {
    /** Always `invocation`. */
    readonly type: 'invocation';
    /** The id of the invocation, shared by its records and log lines. */
    readonly invocation: string;
    /** The id of the project. `local` when the worker is not deployed. */
    readonly projectId: string;
    /** The environment of the deploy. `dev` when the worker is not deployed. */
    readonly environment: string;
    /** The id of the deploy. `dev` when the worker is not deployed. */
    readonly deployId: string;
    /** The worker's name. */
    readonly worker: string;
    /** The id of the capability. */
    readonly capabilityId: string;
    /** The kind of the capability. */
    readonly kind: DispatchKind;
    /** The caller's surface. */
    readonly surface: Surface;
    /** The portal of the install. Null when the request names none. */
    readonly portalId: number | null;
    /** The install's id. Null on the trigger path. */
    readonly installId: string | null;
    /** Start time, in milliseconds since the epoch. */
    readonly at: number;
    /** Duration of the invocation, in ms. */
    readonly durationMs: number;
    /** How the invocation ended. */
    readonly outcome: RecordedOutcome;
    /** The HTTP status of the response. */
    readonly httpStatus: number;
    /** Whether the rate budget of the CRM was exhausted. Such an invocation counts as a success. */
    readonly backpressure: boolean;
    /** Equal for errors with the same name and wording. */
    readonly errorFingerprint?: string;
    /** Number of requests to the CRM. */
    readonly crmCalls: number;
    /** Time that calls to the CRM waited for the rate budget, in ms. */
    readonly crmWaitMs: number;
}
/** One completed request to the CRM. */
interface CrmCallRecord {
    /** Always `crmCall`. */
    readonly type: 'crmCall';
    /** The id of the invocation. */
    readonly invocation: string;
    /** The HTTP method. */
    readonly method: string;
    /** Path and query. */
    readonly path: string;
    /** The rate limit that the request counts against. */
    readonly family: 'general' | 'search';
    /** Null if there was no response. */
    readonly status: number | null;
    /** Time that the request waited for the rate budget, in ms. */
    readonly waitMs: number;
    /** Time from sending to the end of the response, in ms. */
    readonly durationMs: number;
    /** Start time, in milliseconds since the epoch. */
    readonly at: number;
}
/** An uncaught error of user code or, without a capability, of the runtime. */
interface ErrorRecord extends ThrownError {
    /** Always `error`. */
    readonly type: 'error';
    /** The id of the invocation. */
    readonly invocation: string;
    /** The worker's name. */
    readonly worker: string;
    /** The id of the capability. Null outside a capability. */
    readonly capabilityId: string | null;
    /** The kind of the capability. Null outside a capability. */
    readonly kind: DispatchKind | null;
    /** The deploy that uploaded the worker, to find its source map. Absent outside a capability. */
    readonly deployId?: string;
}
/** The input of an invocation whose error was uncaught. The local host keeps it; a log has more readers. */
interface FailedInput {
    /** Always `failedInput`. */
    readonly type: 'failedInput';
    /** The id of the invocation. */
    readonly invocation: string;
    /** Redacted JSON, or its first 16,384 characters. */
    readonly input: string;
}
/** What the runtime reports to its host. The edge host logs an InvocationRecord and an ErrorRecord, nothing else. */
type Observation = InvocationRecord | CrmCallRecord | ErrorRecord | FailedInput;

/** The clock of gates. Injected, so that tests run in virtual time. */
interface PaceClock {
    /** Returns the time, in ms. */
    now(): number;
    /** Calls `wake` after `ms` milliseconds, and returns the timer. */
    setTimeout(wake: () => void, ms: number): unknown;
    /** Cancels a timer. */
    clearTimeout?(timer: unknown): void;
}

/** Calls that share one limit of the CRM. */
type CrmFamily = 'general' | 'search';

/** What a response of the CRM reports about rate limits. Missing and malformed headers are undefined. */
interface RateReport {
    /** The HTTP status. */
    readonly status: number;
    /** Calls per window. */
    readonly max?: number | undefined;
    /** Length of the window, in ms. */
    readonly intervalMs?: number | undefined;
    /** Calls left in the window. */
    readonly remaining?: number | undefined;
    /** Calls per second. */
    readonly secondly?: number | undefined;
    /** Calls left in the current second. */
    readonly secondlyRemaining?: number | undefined;
    /** Calls left until midnight of the account. Reported for static tokens only. */
    readonly dailyRemaining?: number | undefined;
    /** How long to wait after a 429 or a transient error, in ms. */
    readonly retryAfterMs?: number | undefined;
    /** The limit that caused a 429: DAILY, TEN_SECONDLY_ROLLING or SECONDLY. */
    readonly policy?: string | undefined;
}

/**
 * How long an isolate acts without the coordinator, in ms: with a solo grant, or with its share of the budget after it
 * found the coordinator unreachable. It may learn of another isolate's hold this late.
 */
declare const ALONE_MS = 1500;
/** Usual upper bound of a round trip to the coordinator, and of the time until the CRM has counted a call, in ms. */
declare const ROUND_TRIP_MS = 500;
/** The end of a granted call. */
interface SettledCall {
    /** The id of the call. */
    readonly id: number;
    /** What the response says about the rate limits. Null if there was no response. */
    readonly report: RateReport | null;
    /** Time since the call ended, in ms. */
    readonly ageMs: number;
}
/** The calls of one family that a client sent without asking, since its last report. */
interface OwnCalls {
    /** Time since the response of each call that may still count, in ms. Negative for calls in flight. */
    readonly ages: readonly number[];
    /** Remaining time of the hold, in ms. */
    readonly heldMs: number;
}
/** The arguments of `join`. */
interface JoinArguments {
    /** The id of the isolate. */
    readonly isolate: string;
    /** Whether the coordinator was unreachable: other isolates may then send calls without asking, too. */
    readonly wasAway: boolean;
    /** The unreported calls of each family. */
    readonly own: Readonly<Record<CrmFamily, OwnCalls>>;
    /** Calls left for the day. Null or absent if the isolate does not know. */
    readonly day?: number | null;
}
/** The result of `join`. */
interface JoinResult {
    /** The number of clients, including this one. */
    readonly clients: number;
    /** How long the result is valid, in ms. */
    readonly livesMs: number;
    /** The number of calls that the client, if it is the only one, may send in that time without asking. */
    readonly calls: number;
}
/** The arguments of `settle`. Requests of other methods have them, too. */
interface SettleArguments {
    /** The id of the isolate. */
    readonly isolate: string;
    /** Granted calls that ended since the last report. */
    readonly settled: readonly SettledCall[];
}
/** The arguments of `acquire`. */
interface AcquireArguments extends SettleArguments {
    /** The rate limit that the call counts against. */
    readonly family: CrmFamily;
    /**
     * How far apart the turns of the caller's calls are: 1 for cards and agents, 4 for actions, 8 for triggers, 16 for
     * syncs. Default: 1.
     */
    readonly stride?: number;
    /** How long the call may wait, in ms. */
    readonly patienceMs: number;
}
/** The result of `acquire`. */
interface AcquireResult {
    /** The number of clients. */
    readonly clients: number;
    /** The id of the granted call. Absent if the call was deferred. */
    readonly id?: number;
    /** Whether other clients wait for the call's report, so that it must be sent at once. */
    readonly isAwaited?: boolean;
    /** How long to wait before a deferred call asks again, in ms. Hints are spread, so that retries fit the budget. */
    readonly hintMs?: number;
}
/** The arguments of `budget`. */
interface BudgetArguments extends SettleArguments {
    /** The rate limit that the calls count against. */
    readonly family: CrmFamily;
    /** The stride of the caller, as in `AcquireArguments`. */
    readonly stride: number;
    /** The number of planned calls. */
    readonly calls: number;
}
/** The coordinator of a portal, which shares its budget among isolates. Methods reject if it is unreachable. */
interface Coordinator {
    /** Adds an isolate to the clients, or renews its membership. */
    join(args: JoinArguments): Promise<JoinResult>;
    /** Waits for a call's turn, and grants or defers it. */
    acquire(args: AcquireArguments): Promise<AcquireResult>;
    /** Reports the end of granted calls. */
    settle(args: SettleArguments): Promise<unknown>;
    /** Estimates what is left of the budget after the calls that already wait. */
    budget(args: BudgetArguments): Promise<CrmBudget>;
}

/** One call in flight. Times are milliseconds since the epoch. */
interface Lease {
    /** The call's id. */
    readonly id: number;
    /** When the call was sent. */
    readonly sentAt: number;
    /** When it expires. */
    readonly until: number;
    /** When it had a response or expired. */
    endedAt?: number;
}
/** The calls in flight. */
declare class Calls {
    #private;
    /** Returns the id of the next call. */
    nextId: () => number;
    readonly leases: Map<number, Lease>;
    /** The average round trip, in ms. */
    roundTripMs: number;
    /** The longest round trip, in ms. Decreases with each call. */
    longestMs: number;
    constructor();
    get inFlight(): number;
    /** Reports whether two calls were in flight at the same time recently. */
    wereAtOnce(now: number): boolean;
    /**
     * Starts a call.
     *
     * @param deadline when its caller is gone at the latest
     */
    begin(now: number, interval: number, deadline: number): Lease;
    /** Ends a call. Returns false if it had expired. */
    end(lease: Lease, now: number): boolean;
    /** Ends expired leases, and returns them. The CRM may have counted their calls. */
    expire(now: number): Lease[];
}

/** An interval in which no call is sent. A probe follows. */
declare class Hold {
    #private;
    /** Holds calls until then. */
    extend(until: number): void;
    /** Returns the remaining time, in ms. */
    for(now: number): number;
    /** Whether the next call is a probe, for which all others wait. */
    get isProbing(): boolean;
    /** Ends the probing, if the successful call was sent after the hold. */
    probed(sentAt: number): void;
}
/** What the CRM counts for a whole portal, in every family. */
declare class Account extends Hold {
    /** The last reported Daily-Remaining. 0 after a daily 429. */
    dailyLeft: number;
    /** Ends the probing, and forgets an exhausted quota that the probe's response does not report. */
    probed(sentAt: number): void;
}

/** A window over which the CRM counts calls: the recent ones, and how many the CRM last reported as left. */
declare class Window {
    #private;
    /** Calls left according to the last report, with those that have left the window since. */
    left: number;
    /** When the last report came, in ms. */
    reportedAt: number;
    /** Its length, in ms. */
    lengthMs: number;
    constructor(lengthMs: number);
    /** The number of calls that the window may count, besides those in flight. */
    get charged(): number;
    /** Charges a call. Reports may come late, in any order. */
    count(sentAt: number, at: number): void;
    /** Drops the calls and the report that are older than the window. */
    forget(now: number): void;
    /**
     * Takes what the CRM reports. Calls that have left the window since then are left, too. An older report than the last
     * one applies only if it may be the later one, and fewer calls are left.
     *
     * @param now until when the CRM may have counted the calls
     */
    report(left: number, sentAt: number, now: number): void;
    /** The number of charged calls that were sent after the last report. */
    get sentSince(): number;
    /** Returns when the call that is `place` beyond the reported ones may leave, in ms from now. */
    reportedIn(place: number, share: number, now: number): number;
    /**
     * Returns when the call at that position has left the window, in ms from now: a window after its response, which a
     * call in flight has at the earliest now. 0 if it has not been sent yet.
     */
    leavesIn(position: number, inFlight: number, now: number): number;
}

/** The settings of a gate. */
interface GateSettings {
    /** Size of the bucket, in tokens. */
    readonly capacity: number;
    /** Refill rate, in tokens per second. */
    readonly refillPerSecond: number;
    /** Tokens per call. */
    readonly cost: number;
    /** Calls per window, if known. Default: reported by the CRM. */
    readonly max?: number;
    /** Length of the CRM's window, in ms. */
    readonly intervalMs: number;
    /** Whether the rate follows the limit of the CRM and recovers after 429s. */
    readonly adaptive: boolean;
}
/**
 * Decides when calls of one family may be sent to one portal. The strictest of four limits applies:
 *
 * - the app's token bucket
 * - the window of the CRM: a call is charged from when it is sent until one window after its response
 * - the remaining calls that the CRM reported
 * - a hold, after a 429 or when no calls remain
 *
 * So no window of the CRM sees more calls than its limit, whatever the latency. The gate holds numbers only. Callers
 * wait with their own timers, since on the edge a promise or a timer belongs to the request that created it.
 */
declare class Gate {
    #private;
    protected readonly settings: GateSettings;
    /** What the families of the portal share. */
    readonly account: Account;
    /** A hold of this family: when no calls remain, or after a 429 without Retry-After. */
    protected readonly hold: Hold;
    /** The calls in flight. */
    readonly calls: Calls;
    /** The calls that the CRM counts, with Remaining. */
    readonly window: Window;
    /** Tokens in the bucket. */
    tokens: number;
    /** Tokens per second. */
    rate: number;
    /** The number of isolates that divide the budget without a coordinator. */
    share: number;
    constructor(settings: GateSettings, random: () => number, account?: Account);
    /** Length of the CRM's window, in ms. */
    get interval(): number;
    /** Returns the remaining time of the hold, in ms. */
    holdFor(now: number): number;
    /** Reports whether the gate is in its initial state, so that it can be discarded. */
    isIdle(now: number): boolean;
    /**
     * Returns when the call at this place among the waiting ones may leave, in ms from now. The first place is 1.
     *
     * @param stride the caller's. Default: that of a card
     */
    waitFor(place: number, now: number, stride?: number): number;
    /** Returns when the bucket and the window have room for that many calls, in ms from now. Ignores the second. */
    roomIn(place: number, now: number, unreported?: number): number;
    /** Forgets the waits, since the state has changed. */
    protected changed(): void;
    /**
     * Takes the tokens of a call that leaves now.
     *
     * @param deadline when its caller is gone at the latest
     */
    lease(now: number, deadline?: number): Lease;
    protected take(tokens: number): void;
    /** Reduces the tokens to what remains according to the CRM. */
    protected clamp(remaining: number): void;
    /** Returns the number of calls that the last report does not include. */
    unreported(_now: number): number;
    /** Returns the number of calls that a probe waits for. */
    protected awaited(_now: number): number;
    /** Ends a call. Without a report there was no response, and the CRM may have counted the call. */
    settle(lease: Lease, now: number, report: RateReport | undefined): void;
    /** Returns when the bucket alone admits the call, in ms from now. */
    protected tokensIn(place: number): number;
    /** Whether the next call is a probe, for which all others wait. */
    get isProbing(): boolean;
    /** Whether calls are sent one at a time: a probe, or the last calls of the day. */
    get isSerial(): boolean;
    /** Whether the first report is pending. It may raise the limit, so calls wait for it. */
    get isUnknown(): boolean;
    /** Updates the state to the given time. Does nothing if the clock was set back. */
    advance(now: number): void;
    /** Holds all calls to the portal until then. A probe follows. */
    holdUntil(at: number): void;
    /** The calls of a full bucket. */
    get burst(): number;
    /** Returns the calls of a window, as far as they are known. */
    windowSize(): number;
}

/**
 * How calls are gated. `alone`: by the isolate, with a solo grant. `shared`: by the coordinator. `unreachable`: by the
 * isolate, with its share of the budget.
 */
type Mode = 'alone' | 'shared' | 'unreachable';
/** A report that has not been sent. */
type PendingReport = Omit<SettledCall, 'ageMs'> & {
    /** When the call ended, in ms of the clock. */
    readonly at: number;
};
/** What an isolate knows of the other clients of a portal. Plain data, shared by all requests of the isolate. */
declare class ClientState {
    /** The id of the isolate. */
    readonly isolate: string;
    /** How the isolate shares the portal's budget. */
    mode: Mode;
    /** Until when the mode is valid. Then the isolate joins again. */
    until: number;
    /** Calls left of a solo grant. Otherwise, any number. */
    left: number;
    /** The number of clients of the portal, including this one. */
    clients: number;
    /** Until when the isolate does not join: another request may be joining. */
    joinsUntil: number;
    /** Calls that were sent without asking and have not been reported. */
    own: [family: CrmFamily, lease: Lease][];
    /** Reports that have not been sent. */
    pending: PendingReport[];
    constructor(isolate: string);
}

/** What makes calls: one invocation, or a program without one. */
interface Caller {
    /** Whether it comes back as a whole, with one hint: an invocation, which backpressure ends. */
    readonly isOne: boolean;
    /** When it is expected again, in ms. */
    returnsAt?: number;
}
/** One call that waits. Times are in ms. */
interface Waiter {
    /** What makes the call. */
    readonly caller: Caller;
    /** Its stride: low for those whose calls leave first. */
    readonly stride: number;
    /** Its turn, which retries keep. Lower turns leave first. */
    turn?: number;
    /** When it arrived, or its last attempt ended. */
    since: number;
    /** When its cap ends. */
    latest: number;
    /** When its caller must be done. */
    readonly deadline: number;
    /** When it polls again. */
    pollsAt?: number;
    /** Whether it was in time when it arrived. */
    isAdmitted?: boolean;
    /** When it may return, if it was deferred. */
    returnsAt?: number;
    /** Wakes its request, which sleeps in a coordinator. */
    wake?: (() => void) | undefined;
}
/**
 * The calls that wait for one gate, first come, first served among those of one stride. It admits or defers a call when
 * the call arrives. The call has a place behind the admitted ones, and its hint is also behind the callers that were
 * promised a turn.
 *
 * Stride scheduling orders the calls of different surfaces: a call's turn is one stride after the last one of its
 * stride. So a stride of 1 leaves 16 times as often as one of 16, which never waits for all of them.
 *
 * Each waiter announces when it polls again. One that does not belongs to a request that is gone, and is skipped. If it
 * polls after all, it gets its place back.
 */
declare class Line {
    #private;
    /** The gate that the calls wait for. */
    readonly gate: Gate;
    /** Sorted by turn. */
    readonly waiters: Waiter[];
    constructor(gate: Gate);
    /** Returns a waiter for one call and its retries. */
    take(caller: Caller, stride: number, since: number, latest: number, deadline: number): Waiter;
    /** Returns how long a waiting call sleeps, in ms, 0 if it leaves now, or undefined if it is deferred. */
    poll(waiter: Waiter, now: number): number | undefined;
    /** Returns the last turn of a stride. */
    turnOf(stride: number): number;
    /** Returns the number of waiters whose turn is not after this one. */
    countUntil(turn: number): number;
    /** Removes a waiter. */
    leave(waiter: Waiter): void;
    /** Returns the place of a waiter. The first is 1, which is also that of a retry. */
    placeOf(waiter: Waiter): number;
    /** Returns when a call of that stride at this place may leave, in ms from now. */
    waitFor(place: number, now: number, stride: number): number;
    /** Defers a call, and returns when it may return, in ms. Hints differ, so that retries do not come at once. */
    defer(waiter: Waiter, now: number): number;
}

/**
 * The gates of an isolate, one per portal and family. They hold no promise and no timer, so all requests share them.
 */
declare class Isolate {
    #private;
    /** @param id identifies the isolate to coordinators. Default: random */
    constructor(id?: string);
    /** Returns the state of the isolate as a client of a portal's coordinator. */
    clientStateOf(portal: string, now: number): ClientState;
    /** Returns the line of a portal and family. */
    lineOf(portal: string, family: CrmFamily, limits: RateLimitsManifest, random: () => number, now: number): Line;
}

/** The options of `createCrmClient`. */
interface CrmClientOptions {
    /** Sends requests to the CRM, like the global `fetch`. */
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
    /** Provides the time and timers. */
    readonly clock: PaceClock;
    /** Returns a number from 0 to 1, like `Math.random`. */
    readonly random: () => number;
    /** The portal that the client calls. Each portal has its own budget. */
    readonly portalId: number | string;
    /** The surface that calls, which sets the priority of its calls. Default: `card`. */
    readonly surface?: Surface;
    /** The rate budget. Default: the default budget of an app. */
    readonly rateLimits?: RateLimitOptions;
    /** The result of `createCrmIsolate`, which the clients of one isolate share. Default: a new one. */
    readonly isolate?: Isolate;
    /** The coordinator of the portal, if several isolates share its budget. Default: none. */
    readonly coordinator?: Coordinator;
    /** The time of `clock` until which calls may wait, in ms. Default: none. */
    readonly deadline?: number;
    /** Receives metrics, if `rateLimits.metrics` is set. */
    readonly logger?: Pick<Logger, 'info'>;
    /** Returns the access token, if possible another one than the `refused` one. Default: always returns `token`. */
    readonly token?: (refused?: string) => Promise<string>;
    /** The origin of the CRM's API. Default: `https://api.crm.example`. */
    readonly apiOrigin?: string;
    /** The prefix of the rate headers. Default: `X-Crm`. */
    readonly headerPrefix?: string;
}
/**
 * Creates the client that handlers have as `ctx.crm`, but without a worker: for tests, and simulations in virtual time.
 *
 * @throws {RangeError} when `requestedTokensPerCall` is less than 1 or more than `capacity`
 * @example
 * import { createCrmClient } from '@svc/sdk/runtime';
 *
 * const clock = { now: Date.now, setTimeout, clearTimeout };
 * const crm = createCrmClient({ fetch, clock, random: Math.random, portalId: 1 });
 * await crm.objects.get('contacts', '101');
 */
declare function createCrmClient(options: CrmClientOptions): CrmClient;
/** The options of `createCrmCoordinator`. */
interface CrmCoordinatorOptions {
    /** Provides the time and timers. */
    readonly clock: PaceClock;
    /** Returns a number from 0 to 1, like `Math.random`. */
    readonly random: () => number;
    /** The rate budget, the same as that of the clients. Default: the default budget of an app. */
    readonly rateLimits?: RateLimitOptions;
}
/**
 * Creates the coordinator of one portal, for tests and for other hosts. Clients of several isolates or processes share
 * the portal's budget through it. Pass it to `createCrmClient` as `coordinator`, or pass an object that calls it over a
 * network: its arguments and results are JSON. Its state is in memory.
 *
 * @example
 * import { createCrmClient, createCrmCoordinator, createCrmIsolate } from '@svc/sdk/runtime';
 *
 * const shared = { clock: { now: Date.now, setTimeout, clearTimeout }, random: Math.random };
 * const coordinator = createCrmCoordinator(shared);
 * const [one, other] = ['a', 'b'].map((id) =>
 *   createCrmClient({ ...shared, fetch, portalId: 1, coordinator, isolate: createCrmIsolate(id) }),
 * );
 */
declare function createCrmCoordinator({ clock, random, rateLimits }: CrmCoordinatorOptions): Coordinator;
/**
 * Creates what the clients of one isolate share: the state of the rate limits of each portal. Pass it to
 * `createCrmClient` as `isolate`.
 *
 * @param id identifies the isolate to coordinators. Default: random
 * @example
 * import { createCrmClient, createCrmIsolate } from '@svc/sdk/runtime';
 *
 * const shared = { clock: { now: Date.now, setTimeout, clearTimeout }, random: Math.random, fetch };
 * const isolate = createCrmIsolate();
 * const clients = [1, 2].map((portalId) => createCrmClient({ ...shared, portalId, isolate }));
 */
declare function createCrmIsolate(id?: string): Isolate;

/** One line of the log of a handler or an actor. */
interface LogLine {
    /** When the line was written, in milliseconds since the epoch. */
    readonly at: number;
    /** The severity. */
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    /** The redacted message. */
    readonly message: string;
    /** The worker's name. */
    readonly worker: string;
    /** The id of the capability. Null for an actor. */
    readonly capabilityId: string | null;
    /** The kind of the capability. Null for an actor. */
    readonly kind: DispatchKind | null;
    /** The id of the invocation. Empty for an actor. */
    readonly invocation: string;
    /** Redacted JSON values. Absent when there are none. */
    readonly fields?: Record<string, unknown>;
}

/** The classes of actors, which hold durable state (see `src/actors`). */
type ActorClass = 'InstallActor' | 'PortalActor' | 'ProjectActor';
/** The platform under the runtime. One host serves all requests of a worker, so it holds no state of a request. */
interface Host {
    /** Whether other isolates may call the CRM for the same portals. They share its budget through the portal's actor. */
    readonly isShared: boolean;
    /** Returns the time, in milliseconds since the epoch. */
    now(): number;
    /** Sends an HTTP request. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    /** Writes one line of a handler's log. Never throws. */
    log(line: LogLine): void;
    /** Records an invocation, a call to the CRM or an uncaught error. Never throws. */
    observe(observation: Observation): void;
    /**
     * Calls a method of an actor. Arguments and results are JSON values. Rejects with an `ActorError` that the actor
     * returned, and with another error if the actor cannot be reached.
     */
    actor(className: ActorClass, name: string, method: string, args: unknown): Promise<unknown>;
    /**
     * Runs one step in a user worker (see `worker/steps/steps.ts`). Only the host of the app worker can. Rejects with an
     * `ActorError` that the worker returned, and with another error if the worker cannot be reached.
     */
    worker(name: string, step: string, args: unknown): Promise<unknown>;
}
/** What belongs to one event, such as a request or a step. No other event may use it. */
interface EventContext {
    /** The platform under the runtime. */
    readonly host: Host;
    /** Keeps the event alive until the promise settles, after the response. The result is ignored. */
    waitUntil(promise: Promise<unknown>): void;
    /** A path below which the host serves the worker, too, such as `/w/main`. */
    readonly basePath?: string;
}
/** The bindings of a worker. Variables and secrets are strings. The platform's own bindings are objects. */
type Bindings = Readonly<Record<string, unknown>>;

/** The profiles that ship. `crm` is the default, and code uses only its names. */
type ProfileName = 'crm' | 'hubspot';
/** The names of one vendor. */
interface VendorProfile {
    /** The profile's name. */
    readonly name: ProfileName;
    /** The prefix of header names, without the hyphen: `X-Crm` for `X-Crm-Signature-v3`. */
    readonly headerPrefix: string;
    /** The output field with the execution state of a workflow action. */
    readonly executionStateKey: string;
    /** The output field with the duration of a block, in ISO 8601. */
    readonly expirationDurationKey: string;
    /** The unit in which workflows read the `Retry-After` of an action. */
    readonly retryAfterUnit: 'seconds' | 'milliseconds';
    /** The origin of the CRM's API. */
    readonly apiOrigin: string;
    /** The origin of the CRM's own pages. */
    readonly appOrigin: string;
    /** The path of an OAuth install, below `appOrigin`. */
    readonly authorizePath: string;
    /** The path of the page with a portal's installed apps, below `appOrigin`. `{portalId}` is a placeholder. */
    readonly connectedAppsPath: string;
    /** The member with the account id in the response about a personal access key. */
    readonly accountIdKey: string;
    /** The member with the account name in the same response. */
    readonly accountNameKey: string;
    /** The file at the root of the CRM's project. */
    readonly projectFile: string;
    /** The suffix of a component's metadata file. */
    readonly metaFileSuffix: string;
    /** The npm package that UI components import. */
    readonly uiPackage: string;
    /** The npm package of the vendor's command line. */
    readonly cliPackage: string;
    /** The command of that package that uploads the project of a folder. */
    readonly uploadCommand: string;
    /** The function with which UI code fetches a backend. */
    readonly platformFetch: string;
    /** The category of the CRM's own associations. */
    readonly associationCategory: string;
    /** The scope that every OAuth app must request. Null when there is none. */
    readonly oauthScope: string | null;
    /** The greatest number of MCP servers of an app. */
    readonly mcpServersPerApp: number;
    /** Whether the CRM refuses more MCP servers. Otherwise it uses only one. */
    readonly enforcesMcpServersPerApp: boolean;
    /** Path prefixes of the API, with their versions. */
    readonly paths: Readonly<Record<ProfilePath, string>>;
}
/** The parts of the API that the runtime calls. */
type ProfilePath = 'objects' | 'recordAssociations' | 'objectProperties' | 'actionCallbacks' | 'appEvents' | 'appEventTypes' | 'customChannels' | 'visitorIdentification' | 'accountInfo' | 'oauthToken' | 'oauthIntrospection';

/** The members of a vendor profile that a user worker needs. */
type RuntimeProfile = Pick<VendorProfile, 'headerPrefix' | 'executionStateKey' | 'retryAfterUnit' | 'apiOrigin' | 'paths'>;
/** The argument of `createWorker`. */
interface WorkerParts {
    /** The app of the project. */
    readonly app: AppDefinition;
    /** The worker to serve. */
    readonly worker: WorkerDefinition;
    /** The vendor's names. */
    readonly profile: RuntimeProfile;
}
/** The members of a vendor profile that the app worker needs, including the URLs of CRM pages. */
type AppProfile = RuntimeProfile & Pick<VendorProfile, 'appOrigin' | 'authorizePath' | 'connectedAppsPath'>;
/** The argument of `createAppWorker`. Plain data. */
interface AppParts {
    /** The manifest of the project. */
    readonly manifest: ProjectManifest;
    /** The vendor's names. */
    readonly profile: AppProfile;
}

/** One firing of a schedule. */
interface CronTick {
    /** The deployed cron expression. */
    readonly cron: string;
    /** Milliseconds since the epoch. */
    readonly scheduledTime: number;
}
/** A worker for a host to serve. */
interface ServedWorker {
    /** The worker's name. */
    readonly name: string;
    /** Answers a request. Never rejects. */
    fetch(request: Request, env: Bindings, eventContext: EventContext): Promise<Response>;
    /** Reports a tick to the project's actor, at least once. Rejects if all attempts fail. */
    scheduled(tick: CronTick, env: Bindings, eventContext: EventContext): Promise<void>;
    /** Runs one step for an actor or the app worker. Arguments and result are JSON text. Never rejects. */
    step(name: string, args: string, env: Bindings, eventContext: EventContext): Promise<string>;
}
/** Creates the worker that the generated entry of a script exports. */
declare function createWorker(parts: WorkerParts): ServedWorker;

/** Adds all extensions. */
declare function extendAll(): void;

export { ALONE_MS, ROUND_TRIP_MS, createCrmClient, createCrmCoordinator, createCrmIsolate, createWorker, extendAll };
export type { AcquireArguments, AcquireResult, AppParts, AppProfile, Bindings, BudgetArguments, Coordinator, CrmClientOptions, CrmCoordinatorOptions, CronTick, EventContext, Host, JoinArguments, JoinResult, OwnCalls, RuntimeProfile, ServedWorker, SettleArguments, SettledCall, WorkerParts };
