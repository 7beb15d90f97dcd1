/** The handler's logger. */
/**
 * Writes structured log lines, one JSON object each. What JSON cannot hold is named instead; a log call never throws.
 * Message and fields are redacted as `redact` does it (tokens, email addresses, phone numbers, token-like keys), with
 * the keys in the app's `redaction.fields` forced.
 */
export interface Logger {
    debug(message: string, fields?: Record<string, unknown>): void;
    info(message: string, fields?: Record<string, unknown>): void;
    warn(message: string, fields?: Record<string, unknown>): void;
    error(message: string, fields?: Record<string, unknown>): void;
}
