/** The handler's logger. */
/** Writes structured log lines. Token-like values, the app's `redaction.fields` and the like are cut out. */
export interface Logger {
    debug(message: string, fields?: Record<string, unknown>): void;
    info(message: string, fields?: Record<string, unknown>): void;
    warn(message: string, fields?: Record<string, unknown>): void;
    error(message: string, fields?: Record<string, unknown>): void;
}
