/** The errors that declaring can end in. */
/**
 * A declaration that cannot be accepted. Thrown while the declaring module loads, never later.
 *
 * It does not cover what only `svc check` looks at (missing options, unknown names): those are findings.
 */
export declare class DeclarationError extends Error {
    /** The id of the `svc check` rule that reports the same mistake. */
    readonly rule: string;
    /** The way from the options object to the value at fault; empty when it is the call itself. */
    readonly path: readonly string[];
    constructor(message: string, rule: string, path?: readonly string[]);
}
/**
 * A sync's `schedule` that no accepted form fits. Thrown by `worker.sync` (and `sync`) at import time, and by
 * `normalizeSyncSchedule`. Nothing is ever rounded to the next schedule that would do.
 */
export declare class ScheduleValidationError extends DeclarationError {
    /** The schedule as it was declared. */
    readonly schedule: unknown;
    constructor(message: string, schedule: unknown, rule?: string);
}
