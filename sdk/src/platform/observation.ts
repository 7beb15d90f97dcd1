import type { ThrownError } from './thrown.ts';

/** The kinds of capabilities that are dispatched. */
export type DispatchKind = 'tool' | 'cardBackend' | 'trigger' | 'sync';

/** The kind of caller of an invocation. */
export type Surface = AnsweredSurface | 'push';

/** The surfaces whose responses depend on the handler's outcome. The `receive` of a push source has no outcome. */
export type AnsweredSurface = 'workflow-action' | 'agent' | 'batched-action' | 'invoke' | 'card' | 'trigger' | 'sync';

/** How an invocation ended. `error`: an uncaught error or an invalid output. `rejected`: the handler did not run. */
export type RecordedOutcome =
  | 'ok'
  | 'fail-continue'
  | 'fail-stop'
  | 'retry-later'
  | 'block'
  | 'error'
  | 'timeout'
  | 'rejected';

/** One invocation. */
export interface InvocationRecord {
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
export interface CrmCallRecord {
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
export interface ErrorRecord extends ThrownError {
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
export interface FailedInput {
  /** Always `failedInput`. */
  readonly type: 'failedInput';
  /** The id of the invocation. */
  readonly invocation: string;
  /** Redacted JSON, or its first 16,384 characters. */
  readonly input: string;
}

/** What the runtime reports to its host. The edge host logs an InvocationRecord and an ErrorRecord, nothing else. */
export type Observation = InvocationRecord | CrmCallRecord | ErrorRecord | FailedInput;
