/** The form of a line of the log. */
import type { DispatchKind } from './observation.ts';
/** One line of a handler's log. */
export interface LogLine {
    /** Milliseconds since the epoch. */
    readonly at: number;
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    readonly message: string;
    readonly worker: string;
    /** Null in a line of an actor, as is the kind. */
    readonly capabilityId: string | null;
    readonly kind: DispatchKind | null;
    /** Empty in a line of an actor. */
    readonly invocation: string;
    /** JSON values only. */
    readonly fields?: Record<string, unknown>;
}
