/**
 * Writes structured log lines. Each line is one JSON object. A description replaces values that JSON cannot represent.
 * No call throws.
 *
 * Messages and fields are redacted as by `redact`, and more: the values of secret bindings in any encoding, the keys in
 * the app's `redaction.fields`, and secrets by their names in headers, URLs and JSON text.
 */
export interface Logger {
  /** Logs details for debugging. */
  debug(message: string, fields?: Record<string, unknown>): void;
  /** Logs normal operation. */
  info(message: string, fields?: Record<string, unknown>): void;
  /** Logs a problem that the handler works around. */
  warn(message: string, fields?: Record<string, unknown>): void;
  /** Logs a failure. */
  error(message: string, fields?: Record<string, unknown>): void;
}
