/** The handler's logger. */
/** Writes structured log lines, one JSON object each. What JSON cannot hold is named instead; a log call never throws. */
export interface Logger {
    debug(message: string, fields?: Record<string, unknown>): void;
    info(message: string, fields?: Record<string, unknown>): void;
    warn(message: string, fields?: Record<string, unknown>): void;
    error(message: string, fields?: Record<string, unknown>): void;
}
