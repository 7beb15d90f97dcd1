/** What the runtime reports to its host: a record for every invocation, every call of the CRM, every uncaught throw. */

import type { ThrownError } from './thrown.ts';

/** The kinds of capabilities that are dispatched. */
export type DispatchKind = 'tool' | 'cardBackend' | 'trigger' | 'sync';

/** Where an invocation comes from. */
export type Surface = AnsweredSurface | 'push';

/** The surfaces of handlers, whose outcomes this table answers. The `receive` of a push source has none. */
export type AnsweredSurface = 'workflow-action' | 'agent' | 'batched-action' | 'invoke' | 'card' | 'trigger' | 'sync';

/** How an invocation ended. `error`: an uncaught throw or an unusable output; `rejected`: the handler never ran. */
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
  /** Shared by all records and log lines of one dispatch. */
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
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: RecordedOutcome;
  readonly httpStatus: number;
  /** The CRM budget was spent; counted as a success, and apart from it. */
  readonly backpressure: boolean;
  /** The same for throws of the same kind. */
  readonly errorFingerprint?: string;
  readonly crmCalls: number;
  /** Milliseconds that calls of the CRM waited for their turn. */
  readonly crmWaitMs: number;
}

/** One request that left for the CRM, when it has ended. */
export interface CrmCallRecord {
  readonly type: 'crmCall';
  readonly invocation: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly family: 'general' | 'search';
  /** Null when no answer came. */
  readonly status: number | null;
  readonly waitMs: number;
  readonly durationMs: number;
  readonly at: number;
}

/** An error that user code (or, without a capability, the runtime) did not catch. */
export interface ErrorRecord extends ThrownError {
  readonly type: 'error';
  readonly invocation: string;
  readonly worker: string;
  readonly capabilityId: string | null;
  readonly kind: DispatchKind | null;
}

/** Any of them. */
export type Observation = InvocationRecord | CrmCallRecord | ErrorRecord;
