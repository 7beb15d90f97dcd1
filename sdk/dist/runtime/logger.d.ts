/** The handler's logger: structured lines, one JSON object each, that can always be written. */
import type { Logger } from '../context/logger.ts';
import type { DispatchKind } from './checkpoint.ts';
import type { Host } from './host.ts';
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
/** Makes a logger whose lines begin with what `origin` says. Message and fields are redacted, `redacted` keys forced. */
export declare function makeLogger(origin: Omit<LogLine, 'at' | 'level' | 'message' | 'fields'>, host: Pick<Host, 'now' | 'log'>, redacted: readonly string[]): Logger;
