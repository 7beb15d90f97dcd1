/** The URL of the dev log listener of `svc dev`, which accepts only loopback connections. */
export const DEFAULT_SVC_DEV_LOG_URL: string = 'http://127.0.0.1:9099/__svc/log';

/** Writes log entries of one string each, as the platform's logger does. */
export interface UiLogger {
  /** Logs details for debugging. */
  debug(message: string): void;
  /** Logs normal operation. */
  info(message: string): void;
  /** Logs a problem that the card works around. */
  warn(message: string): void;
  /** Logs a failure. */
  error(message: string): void;
}

type Level = keyof UiLogger;

/** Returns the platform's logger, a global of the worker that runs a card. */
function platformLogger(): Partial<UiLogger> | undefined {
  return (globalThis as { logger?: Partial<UiLogger> }).logger;
}

function write(level: Level, message: string): void {
  try {
    const target = platformLogger();
    if (typeof target?.[level] === 'function') {
      target[level](message);
    } else {
      console[level](message); // in tests and on plain pages
    }
  } catch {
    // A log entry must not break a card.
  }
}

/**
 * Logs from card code. Entries go to the platform's logger, or to the console when there is none. No call throws.
 *
 * @example
 * import { logger } from '@svc/sdk/ui';
 *
 * logger.info('open invoices loaded');
 */
export const logger: UiLogger = {
  debug: (message) => write('debug', message),
  info: (message) => write('info', message),
  warn: (message) => write('warn', message),
  error: (message) => write('error', message),
};
