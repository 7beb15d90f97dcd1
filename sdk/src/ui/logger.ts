/** The logger of cards: hands every entry to the platform's own logger, and never throws. */

/** Where the dev log listener of `svc dev` listens; loopback only. */
export const DEFAULT_SVC_DEV_LOG_URL: string = 'http://127.0.0.1:9099/__svc/log';

/** One text an entry: that is what the platform's logger takes. */
export interface UiLogger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

type Level = keyof UiLogger;

/** The platform puts its logger into the global scope of the worker that runs a card. */
function platformLogger(): Partial<UiLogger> | undefined {
  return (globalThis as { logger?: Partial<UiLogger> }).logger;
}

function write(level: Level, message: string): void {
  try {
    const target = platformLogger();
    if (typeof target?.[level] === 'function') {
      target[level](message);
    } else {
      console[level](message); // a card in a test or a plain page
    }
  } catch {
    // A log line is never worth a broken card.
  }
}

/** Logs from card code. Where the platform has no logger, entries go to the console. */
export const logger: UiLogger = {
  debug: (message) => write('debug', message),
  info: (message) => write('info', message),
  warn: (message) => write('warn', message),
  error: (message) => write('error', message),
};
