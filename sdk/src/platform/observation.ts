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
  readonly type: 'invocation';
  /** The id of the invocation, shared by its records and log lines. */
  readonly invocation: string;
  readonly projectId: string;
  readonly environment: string;
  readonly deployId: string;
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: DispatchKind;
  readonly surface: Surface;
  readonly portalId: number | null;
  readonly installId: string | null;
  /** Start time, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: RecordedOutcome;
  readonly httpStatus: number;
  /** Whether the rate budget of the CRM was exhausted. Such an invocation counts as a success. */
  readonly backpressure: boolean;
  /** Equal for errors with the same name and wording. */
  readonly errorFingerprint?: string;
  readonly crmCalls: number;
  /** Time that calls to the CRM waited for the rate budget, in ms. */
  readonly crmWaitMs: number;
}

/** One completed request to the CRM. */
export interface CrmCallRecord {
  readonly type: 'crmCall';
  readonly invocation: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly family: 'general' | 'search';
  /** Null if there was no response. */
  readonly status: number | null;
  readonly waitMs: number;
  readonly durationMs: number;
  readonly at: number;
}

/** An uncaught error of user code or, if there is no capability, of the runtime. */
export interface ErrorRecord extends ThrownError {
  readonly type: 'error';
  readonly invocation: string;
  readonly worker: string;
  readonly capabilityId: string | null;
  readonly kind: DispatchKind | null;
}

/** What the runtime reports to its host. */
export type Observation = InvocationRecord | CrmCallRecord | ErrorRecord;
