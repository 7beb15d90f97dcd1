import type { DispatchKind } from './observation.ts';

/** One line of the log of a handler or an actor. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly worker: string;
  /** Null for an actor, like `kind`. */
  readonly capabilityId: string | null;
  readonly kind: DispatchKind | null;
  /** Empty for an actor. */
  readonly invocation: string;
  /** JSON values. */
  readonly fields?: Record<string, unknown>;
}
