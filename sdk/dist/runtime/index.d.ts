// Generated from the sources of @svc/sdk. Do not edit.
import { RateLimitsManifest, RateLimitOptions, Logger, CrmClient, ProjectManifest, AppDefinition, WorkerDefinition, ToolDefinition, CardBackendDefinition, TriggerDefinition, SyncDefinition, PushSourceDefinition, InstallState } from '../index.js';

/** Tells the time, and wakes. */
interface PaceClock {
    /** Milliseconds. */
    now(): number;
    setTimeout(wake: () => void, ms: number): unknown;
    clearTimeout?(timer: unknown): void;
}

/** Calls that the CRM counts together. */
type CrmFamily = 'general' | 'search';

/** Numbers of one answer; what a header does not say, or says as something else than a number, is absent. */
interface RateReport {
    readonly status: number;
    /** Calls that the window takes. */
    readonly max?: number | undefined;
    readonly intervalMs?: number | undefined;
    /** Calls left in the window. */
    readonly remaining?: number | undefined;
    /** Calls left in the current second. */
    readonly secondlyRemaining?: number | undefined;
    /** Calls left until midnight of the account. Only static tokens are told. */
    readonly dailyRemaining?: number | undefined;
    /** Of a 429, and of errors that pass by themselves. */
    readonly retryAfterMs?: number | undefined;
    /** Which limit a 429 is about: DAILY, TEN_SECONDLY_ROLLING, SECONDLY. */
    readonly policy?: string | undefined;
}

/** What became of a call that the desk lent; null: no answer came. */
interface SettledCall {
    readonly id: number;
    readonly report: RateReport | null;
    /** How long ago that was, in milliseconds. */
    readonly ageMs: number;
}
/** What an isolate did by itself in one family, as far as the desk has not been told. */
interface OwnCalls {
    /** How long ago each call was answered that a window may still count, in milliseconds; less than 0 for those on their way. */
    readonly ages: readonly number[];
    /** How long the CRM wants no calls, in milliseconds. */
    readonly heldMs: number;
}
/** An isolate that comes, or comes again. */
interface JoinArguments {
    readonly isolate: string;
    /** The desk did not answer lately: others may send calls by themselves, too. */
    readonly wasAway: boolean;
    readonly own: Readonly<Record<CrmFamily, OwnCalls>>;
}
interface JoinAnswer {
    /** How many isolates there are, this one included. */
    readonly clients: number;
    /** With one: how long it may gate by itself, in milliseconds. Else: how long it may ask without joining again. */
    readonly livesMs: number;
    /** How many calls it may send by itself in that time. */
    readonly calls: number;
}
interface AcquireArguments {
    readonly isolate: string;
    readonly family: CrmFamily;
    /** How long the call would wait at the most, in milliseconds. */
    readonly patienceMs: number;
    readonly settled: readonly SettledCall[];
}
interface AcquireAnswer {
    readonly clients: number;
    /** The call may leave, and is settled under this id. */
    readonly id?: number;
    /** Others wait for what comes of it: it is settled at once. */
    readonly isAwaited?: boolean;
    /** Without an id: when to come again, in milliseconds: no more are told the same than may leave then. */
    readonly hintMs?: number;
    /** When the bucket alone would let the next one of the isolate leave, and how much later each further one, in milliseconds. */
    readonly tokensMs?: number;
    readonly stepMs?: number;
}
interface SettleArguments {
    readonly isolate: string;
    readonly settled: readonly SettledCall[];
}
/** The desk as a client reaches it. Rejects when it cannot be reached. */
interface Coordinator {
    join(args: JoinArguments): Promise<JoinAnswer>;
    acquire(args: AcquireArguments): Promise<AcquireAnswer>;
    settle(args: SettleArguments): Promise<unknown>;
}

/** One call on its way. */
interface Lease {
    readonly id: number;
    /** In milliseconds, as all times here. */
    readonly sentAt: number;
    /** When nobody waits for its answer any more. */
    readonly until: number;
    /** When it was answered, or given up. */
    endedAt?: number;
}
interface Answered {
    readonly sentAt: number;
    readonly at: number;
}
declare class Calls {
    #private;
    readonly leases: Map<number, Lease>;
    /** In the order of their answers. What is before `#first` has left every window. */
    answered: Answered[];
    get inFlight(): number;
    /** Answered calls that a window may still count. */
    get charged(): number;
    /** Whether two calls were on their way together a short while ago. */
    get wereAtOnce(): boolean;
    /** @param deadline when its caller is gone at the latest */
    begin(now: number, interval: number, deadline: number): Lease;
    /** False when it was not on its way any more. @param counted false for one that the CRM has refused */
    end(lease: Lease, now: number, counted: boolean): boolean;
    /** Drops what was answered until `before`; gives when each was sent. */
    forget(before: number, now: number): number[];
    /** When calls were answered that were surely in a window of that length when it was reported, in their order. */
    answeredIn(reportedAt: number, interval: number): number[];
    /** Milliseconds until there is room for `place` more calls in a window that takes `size`. */
    freeIn(place: number, size: number, interval: number, now: number): number;
}

/** What a family of calls begins with. */
interface GateSettings {
    /** Tokens that the bucket holds. */
    readonly capacity: number;
    readonly refillPerSecond: number;
    /** Tokens of one call. */
    readonly cost: number;
    /** Calls that the CRM is known to take in `intervalMs`; absent: it says so itself. */
    readonly max?: number;
    readonly intervalMs: number;
    /** Learns the CRM's own limits, and restores the rate after 429s. */
    readonly adaptive: boolean;
    /** Waits longer than this, in milliseconds, are not waited for. */
    readonly capMs: number;
}
declare class Gate {
    #private;
    protected readonly settings: GateSettings;
    readonly calls: Calls;
    protected interval: number;
    /** Calls that were turned away and told when to come again: the next is told a later time. */
    protected phantoms: number;
    constructor(settings: GateSettings, random: () => number);
    /** Among how many isolates the budget is shared, where nobody tells them apart. */
    share: number;
    /** Tokens a second. */
    get rate(): number;
    get tokens(): number;
    /** Milliseconds of the hold that are left. */
    holdFor(now: number): number;
    /** Whether nothing would be lost if it were forgotten: no call on its way, none held back, no lesson learned. */
    isIdle(now: number): boolean;
    /** How many calls may leave now, of `waiting` that would. */
    available(now: number, waiting: number): number;
    /** Takes the tokens of a call that leaves now. @param deadline when its caller is gone at the latest */
    lease(now: number, deadline?: number): Lease;
    protected take(tokens: number): void;
    /** The bucket holds no more than the CRM has reported to remain. */
    protected clamp(remaining: number): void;
    /** Calls that are not in what the CRM has reported to remain. */
    protected unreported(_now: number): number;
    /** A call has ended; without a report it got no answer, and may have counted. */
    settle(lease: Lease, now: number, report: RateReport | undefined): void;
    /** Milliseconds until the call that is `place`th in the queue may leave, as things stand. */
    waitFor(place: number, now: number): number;
    /** Milliseconds until the bucket alone lets that call leave. */
    protected tokensIn(place: number): number;
    /** Whether one call goes at a time. */
    get isSingleFile(): boolean;
    /** Whether it is worth to wait for a first report: until then the window is taken for smaller than it may be. */
    get isUnknown(): boolean;
    /**
     * Milliseconds after which a call that is turned away has a chance. They all are told different times: told the same
     * one they would all come at once.
     */
    hint(place: number, now: number): number;
    /** Brings the numbers to the time. A clock that steps back changes nothing. */
    advance(now: number): void;
    /** Nothing leaves before; then one call goes to see. */
    holdUntil(at: number): void;
    protected windowSize(): number;
}

type Mode = 'alone' | 'shared' | 'away';
/** A report, and when it came. */
type Untold = Omit<SettledCall, 'ageMs'> & {
    readonly at: number;
};
/** The desk has turned a call away: until then others of its family are told the same, a little later each. */
interface Full {
    readonly until: number;
    readonly freeAt: number;
    tokensAt: number;
    readonly stepMs: number;
}
/** Kept by the isolate. */
declare class Membership {
    readonly isolate: string;
    mode: Mode;
    /** Until when that counts; and for how many calls, alone. */
    until: number;
    left: number;
    clients: number;
    /** Until when another request is asking. */
    askingUntil: number;
    /** Those of the last moment. */
    readonly questions: {
        since: number;
        count: number;
    };
    readonly full: Partial<Record<CrmFamily, Full>>;
    /** Calls that it sent by itself and has not told of. */
    own: Record<CrmFamily, Lease[]>;
    /** Reports that have not been told. */
    untold: Untold[];
    constructor(isolate: string);
}

/** One call that waits. */
interface Waiter {
    /** Its place in time: a call that is tried again keeps it. */
    readonly number: number;
    /** When it looks again, in milliseconds. */
    looksAt: number;
}
declare class Queue {
    #private;
    /** A place in time, for one call and all its attempts. */
    take(): Waiter;
    /** Who came first of those that wait. */
    get first(): Waiter | undefined;
    /** How many wait. */
    get length(): number;
    /** The waiter looks now, and stands in its place: 1 is the first in the queue. */
    look(waiter: Waiter, now: number): number;
    leave(waiter: Waiter): void;
}

/** A gate, and who waits at it. */
interface Pace {
    readonly gate: Gate;
    readonly queue: Queue;
}
declare class Isolate {
    #private;
    /** @param id tells it from the other isolates of a portal. Default: random, when it is first needed */
    constructor(id?: string);
    membershipOf(portal: string): Membership;
    paceOf(portal: string, family: CrmFamily, limits: RateLimitsManifest, random: () => number, now: number): Pace;
}

/** What a client is made of. */
interface CrmClientOptions {
    /** Answers requests to the CRM, as the global `fetch` does. */
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
    /** Tells the time and sets timers. */
    readonly clock: PaceClock;
    /** From 0 to 1. */
    readonly random: () => number;
    /** Whose budget it is. */
    readonly portalId: number | string;
    /** The rate budget. Default: that of an app that declares none. */
    readonly rateLimits?: RateLimitOptions;
    /** What the clients of one isolate share. Default: a new one. */
    readonly isolate?: Isolate;
    /** The desk of the portal, where several isolates share its budget. */
    readonly coordinator?: Coordinator;
    /** When the caller's time is up, in milliseconds of the clock: nothing waits beyond it. */
    readonly deadline?: number;
    /** Where metrics go, when `rateLimits.metrics` has them on. */
    readonly logger?: Pick<Logger, 'info'>;
    /** Default: a token that says nothing. */
    readonly token?: (refused?: string) => Promise<string>;
    /** Default: `https://api.crm.example`. */
    readonly apiOrigin?: string;
    /** Of the headers that tell rate limits. Default: `X-Crm`. */
    readonly headerPrefix?: string;
}
/** Makes a client that stands alone. Throws a RangeError for rate limits that no call could ever keep. */
declare function createCrmClient(options: CrmClientOptions): CrmClient;
/** What the clients of one isolate share: the gates of its portals. */
declare function createCrmIsolate(id?: string): Isolate;

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
/** An uncaught error of user code or, if there is no capability, of the runtime. */
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
}
/** What the runtime reports to its host. */
type Observation = InvocationRecord | CrmCallRecord | ErrorRecord;

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
type ProfilePath = 'objects' | 'associations' | 'properties' | 'actionCallbacks' | 'appEvents' | 'appEventTypes' | 'customChannels' | 'visitorIdentification' | 'accountInfo' | 'oauthToken' | 'oauthTokenInfo';

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
/** A worker's capabilities by kind and id, prepared once when its module loads. */
interface WorkerDefinitions extends WorkerParts {
    /** Tools and actions by id. */
    readonly tools: ReadonlyMap<string, ToolDefinition>;
    /** Card backends by id. */
    readonly cardBackends: ReadonlyMap<string, CardBackendDefinition>;
    /** Triggers by id. */
    readonly triggers: ReadonlyMap<string, TriggerDefinition>;
    /** Syncs by id. */
    readonly syncs: ReadonlyMap<string, SyncDefinition>;
    /** The push sources of the worker's syncs, by name. */
    readonly pushSources: ReadonlyMap<string, PushSourceDefinition>;
    /** The app's rate budget, with defaults. */
    readonly rateLimits: RateLimitsManifest;
}
/** What serves a request: bindings, host and vendor profile. */
interface BaseRequestContext extends EventContext {
    /** The vendor's names. */
    readonly profile: RuntimeProfile;
    /** The bindings of the worker. */
    readonly env: Bindings;
}
/** What serves a request of a user worker. */
interface RequestContext extends BaseRequestContext {
    /** The worker's capabilities. */
    readonly site: WorkerDefinitions;
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

/** The call that a metric is about. */
interface MeteredCall {
    readonly family: CrmFamily;
    /** Without its query, which may hold what nobody should log. */
    readonly path: string;
}
/** Where metrics go. */
interface RateMetrics {
    answered(call: MeteredCall, report: RateReport): void;
    turnedAway(call: MeteredCall, retryAfterSeconds: number): void;
}

/** What a pacer is made of. */
interface PacerOptions {
    readonly isolate: Isolate;
    /** Whose budget it is. */
    readonly portal: string;
    readonly limits: RateLimitsManifest;
    readonly clock: PaceClock;
    /** From 0 to 1. */
    readonly random: () => number;
    /** When the caller's own time is up, in milliseconds of the clock: nothing waits beyond it. */
    readonly deadline?: number | undefined;
    /** The desk of the portal, where there may be several isolates. */
    readonly coordinator?: Coordinator | undefined;
    /** Keeps the request alive for what nobody waits for. Needed with a coordinator. */
    readonly background?: ((work: Promise<unknown>) => void) | undefined;
}
/** One attempt of a call. */
interface Attempt {
    readonly report: RateReport;
}
declare class Pacer {
    #private;
    readonly options: PacerOptions;
    constructor(options: PacerOptions);
    /**
     * Has the call made when its turn comes, and again while the CRM refuses it for its rate. Rejects with CrmBackpressure
     * when that takes too long, and with whatever `attempt` rejects with.
     * @param attempt makes the call; it is given the milliseconds that it has waited since it was last tried
     */
    pass<T extends Attempt>(family: CrmFamily, attempt: (waitedMs: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** What a client is made of. */
interface CrmOptions {
    readonly fetch: (input: URL, init: RequestInit) => Promise<Response>;
    readonly now: () => number;
    /** The origin of the API, without a slash at the end. */
    readonly apiOrigin: string;
    /** Of the headers that tell rate limits, such as `X-Crm`. */
    readonly headerPrefix: string;
    /** Whom calls wait at. */
    readonly pacer: Pacer;
    /** Told of what the app wants to see of its rates. */
    readonly metrics?: RateMetrics;
    /** The access token of the install, another one than `refused` where there can be; rejects when there is none. */
    readonly token: (refused?: string) => Promise<string>;
    /** Told of each call when it has ended. */
    readonly onCall: (call: Omit<CrmCallRecord, 'type' | 'invocation'>) => void;
    /** Its signal ends calls that bring none of their own when the invocation's time is up. */
    readonly notice?: {
        readonly signal: AbortSignal;
    };
}

/** Signals a handler that its deadline is near. Creates the AbortSignal on first use, since most handlers use none. */
declare class DeadlineSignal {
    #private;
    /** The deadline, in milliseconds since the epoch. */
    readonly endsAt: number;
    constructor(endsAt: number);
    /** Fires when the time is nearly up. It is created on first use. */
    get signal(): AbortSignal;
    /** Fires the signal. */
    give(reason: Error): void;
    /** Marks the deadline as passed. */
    end(): void;
    /** Throws the reason if the deadline has passed. */
    refuseWhenOver(): void;
}

/** The install of an invocation. The id is null for a webhook delivery, which names a portal but no install. */
interface BoundInstall {
    /** The install's id. Null on the trigger path. */
    readonly id: string | null;
    /** The portal of the install. Null when the request names none. */
    readonly portalId: number | null;
    /** The state of the install. */
    readonly state: InstallState;
    /** The install's config, if a request with a grant overrides it. */
    readonly config?: Record<string, unknown>;
}

/** How code inside an invocation reports to it. */
interface InvocationReport {
    /** The logger of the invocation. */
    readonly logger: Logger;
    /** Reports an uncaught error. */
    uncaught(thrown: unknown): void;
    /** Records the end of the invocation. Call it once. */
    end(outcome: RecordedOutcome, httpStatus: number, backpressure: boolean): void;
}

/** Identifies a sync of the project. Its id is unique within its worker. */
interface SyncName {
    /** The worker's name. */
    readonly worker: string;
    /** The sync's id. */
    readonly sync: string;
}
/** The right of one step to write for a sync, until the step ends or another one is granted. */
interface Grant extends SyncName {
    /** The run's id. */
    readonly run: string;
    /** The fencing token. It grows with each grant, and only the newest is valid. */
    readonly fence: number;
    /** What the step does. `handler` follows `rows`. */
    readonly phase: SyncPhase;
    /** Whether this is the first step of the run. */
    readonly isFirst: boolean;
    /** The run fails if this step has a transient failure, too. */
    readonly isLastTry?: true;
    /** The cursor of the next page. */
    readonly cursor?: string;
    /** A stored page that is not completely written to the CRM. */
    readonly page?: KeptPage;
}
/** The phases of a run: it writes rows, then runs the handler. */
type SyncPhase = 'rows' | 'handler';
/** A page that the actor stores until its rows are written to the CRM. */
interface KeptPage {
    /** The cursor that the page was fetched with. */
    readonly from?: string;
    /** The cursor of the next page. Absent on the last page of a run. */
    readonly next?: string;
    /** Whether the rows came from the inbox, so that no source can return them again. */
    readonly isPosted?: true;
    /** Number of chunks of the page. */
    readonly chunks: number;
    /** The number of leading chunks that are written. */
    readonly done: number;
    /** Later chunks that are written, in order. */
    readonly ahead?: readonly number[];
    /** Whether chunks must be reconciled: a lost step may have written some of them. */
    readonly isUnsure?: true;
    /** Rows that the source returned. */
    readonly rows: number;
    /** Rows that the CRM refused. */
    readonly refused: number;
}

/** A request as it was received: the URL with its query, and the unparsed body. */
interface RawRequest {
    /** The HTTP method. */
    readonly method: string;
    /** The URL as the caller sent it, with its query. */
    readonly url: string;
    /** The headers. */
    readonly headers: Headers;
    /** The body's bytes. */
    readonly body: Uint8Array;
}

/** A post to the source, whose sender is not verified yet. */
interface PostedCall extends RequestContext {
    readonly request: RawRequest;
    readonly url: URL;
}
/** What the worker that received the post provides. */
interface ReceivingWorker {
    /** Rejects with the code `install_not_found` where the app is not installed. */
    installOf(portalId: number | null): Promise<BoundInstall>;
    /** Begins the invocation of `receive`, in the name of a sync that the source feeds. */
    begin(sync: SyncDefinition): InvocationReport;
}

/** How it ended: all rows of the run are in, or another step goes on. */
type RowsEnd = 'in' | 'more';

/** One step of a run that has rows to bring in. */
interface EngineStep {
    readonly place: RequestContext;
    readonly sync: SyncDefinition;
    readonly install: BoundInstall & {
        readonly id: string;
    };
    readonly grant: Grant;
    readonly invocation: Pick<InvocationReport, 'logger' | 'uncaught'>;
    /** How calls for the install go out to the CRM, until the notice ends them. */
    crmOptions(place: RequestContext, notice: DeadlineSignal): CrmOptions;
}
/** How it ended. `stumbled` may do better later, `failed` may not. A spent budget is thrown as CrmBackpressure. */
type EngineEnd = {
    readonly kind: RowsEnd;
} | {
    readonly kind: 'stumbled' | 'failed';
    readonly message: string;
};
interface SourceEngine {
    /** Answers what the sender of a push source posts. */
    receive(call: PostedCall, source: PushSourceDefinition, worker: ReceivingWorker): Promise<Response>;
    /** Throws an HttpError for a sync that cannot run: nothing is written then. */
    check(sync: SyncDefinition): void;
    /** Brings rows in. */
    rows(step: EngineStep): Promise<EngineEnd>;
}
/** Runs the sources of a worker. The build attaches it to declared sources. */
declare const sourceEngine: SourceEngine;

/** When a schedule of the worker is due. */
interface CronTick {
    /** The cron expression as it was deployed. */
    readonly cron: string;
    /** Milliseconds since the epoch. */
    readonly scheduledTime: number;
}
/** A worker that a host can serve. */
interface ServedWorker {
    /** The worker's name. */
    readonly name: string;
    /** Answers a request; never rejects. */
    fetch(request: Request, env: Bindings, occasion: EventContext): Promise<Response>;
    /** Tells the project that a schedule is due: one call, which may come twice. Rejects when it could not be told. */
    scheduled(tick: CronTick, env: Bindings, occasion: EventContext): Promise<void>;
    /** Runs one step that an actor or the app worker asks for. Arguments and answer are JSON text; never rejects. */
    step(name: string, args: string, env: Bindings, occasion: EventContext): Promise<string>;
}
/** Makes the worker that a generated entry exports by default. */
declare function createWorker(parts: WorkerParts): ServedWorker;

export { createCrmClient, createCrmIsolate, createWorker, sourceEngine };
export type { AppParts, AppProfile, Bindings, CrmClientOptions, CronTick, EventContext, Host, RuntimeProfile, ServedWorker, WorkerParts };
