/** The level of a log entry. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One log entry of a card. `POST /__svc/log` of `svc dev` accepts a JSON array of at most 100. */
export interface CardLogEntry {
  /** When it was logged, in Unix milliseconds, by the browser's clock. */
  readonly at: number;
  /** The method of `logger` that was called. */
  readonly level: LogLevel;
  /** The argument of the method, at most 8,192 UTF-16 units. */
  readonly message: string;
  /** The card's id. Without a build by `svc`, the name of the bundle's file. */
  readonly card: string;
  /** Identifies one load of the card, such as `k3f91x0a`. */
  readonly session: string;
  /** The id of the backend's invocation whose response `callBackend` received last. Missing before the first. */
  readonly invocation?: string | undefined;
}

/** Longest message that is forwarded, in UTF-16 units. Its JSON fits into one beacon even if each unit is escaped. */
export const MAX_MESSAGE = 8_192;

/** Returns the message, cut to the longest that is forwarded. */
export function cutMessage(message: string): string {
  if (message.length <= MAX_MESSAGE) {
    return message;
  }
  const note = `… [cut: ${message.length} characters]`;
  return message.slice(0, MAX_MESSAGE - note.length) + note;
}
