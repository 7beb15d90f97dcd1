import type { DispatchKind } from './observation.ts';

/** One line of the log of a handler or an actor. */
export interface LogLine {
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
