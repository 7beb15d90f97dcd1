import { bundleName, bundleUrl } from './bundle-url.ts';
import { DEFAULT_SVC_DEV_LOG_URL, isLoopbackUrl } from './dev-log-url.ts';
import { lastInvocation } from './invocation.ts';
import { type CardLogEntry, cutMessage, type LogLevel } from './log-entry.ts';
import { LogForwarder } from './log-forwarder.ts';
import { later, onHide, sendBody } from './log-transport.ts';

/** Writes log entries. Each is one string, as for the logger of the CRM's UI package. */
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

/** The card's id. `svc build` defines it. */
declare const __SVC_CARD__: string | undefined;

/** Where a card forwards its entries that `svc dev --portal` has built: the listener, with a token in the query. */
declare const __SVC_DEV_LOG__: string | undefined;

/** Forwards the entries of one realm: a page, or the worker that a card runs in. */
interface Forwarding {
  readonly forwarder: LogForwarder;
  /** The card's id, or the name of its bundle. */
  readonly card: string;
  /** Identifies this load of the card among others. */
  readonly session: string;
  /** Where entries go. Undefined if forwarding is off. */
  url: string | undefined;
}

/** Undefined until the first call. */
let current: Forwarding | undefined;

function forwarding(): Forwarding {
  if (current === undefined) {
    const bundle = bundleUrl();
    const made: Forwarding = {
      forwarder: new LogForwarder({
        target,
        send: sendBody,
        later: (run, ms) => later(() => silently(run), ms),
        describeDropped,
      }),
      card: typeof __SVC_CARD__ === 'string' ? __SVC_CARD__ : bundleName(bundle),
      session: Math.random().toString(36).slice(2, 10),
      url: listenerOf(bundle),
    };
    current = made;
    silently(() => onHide(() => silently(() => made.forwarder.flush())));
  }
  return current;
}

/** Returns where a card forwards its entries that has called neither enableSvcDev nor disableSvcDev. */
function listenerOf(bundle: string | undefined): string | undefined {
  if (typeof __SVC_DEV_LOG__ === 'string') {
    return __SVC_DEV_LOG__;
  }
  return bundle !== undefined && isLoopbackUrl(bundle) ? DEFAULT_SVC_DEV_LOG_URL : undefined;
}

/** Returns where entries go now. The URL is validated each time: no entry leaves the machine. */
function target(): string | undefined {
  const url = current?.url;
  return url !== undefined && isLoopbackUrl(url) ? url : undefined;
}

/** Returns the JSON of an entry. */
function entry(level: LogLevel, message: string): string {
  const { card, session } = forwarding();
  const made: CardLogEntry = {
    at: Date.now(),
    level,
    message: cutMessage(message),
    card,
    session,
    invocation: lastInvocation(),
  };
  return JSON.stringify(made);
}

function describeDropped(count: number): string {
  return entry('warn', `${count} older entries were dropped: more than 10,000 waited for svc dev`);
}

/** Runs a step of logging. A log entry must not break a card, whatever the page has replaced. */
function silently(step: () => void): void {
  try {
    step();
  } catch {
    // as above
  }
}

function write(level: LogLevel, message: string): void {
  silently(() => {
    const platform = (globalThis as { logger?: Partial<UiLogger> }).logger; // a global of the worker that runs a card
    if (typeof platform?.[level] === 'function') {
      platform[level](message);
    } else {
      console[level](message); // in tests and on plain pages
    }
  });
  silently(() => {
    const { forwarder } = forwarding();
    if (target() !== undefined) {
      forwarder.add(entry(level, String(message)));
    }
  });
}

/**
 * Logs from card code. Entries go to the CRM's logger for cards, or to the console when there is none. No call throws.
 *
 * During local development, `svc dev` also shows them. A card whose bundle is served from `localhost`, `127.0.0.1` or
 * `[::1]` sends its entries to `DEFAULT_SVC_DEV_LOG_URL`, about every 5 seconds and when the page is hidden. To change
 * that, call `enableSvcDev` or `disableSvcDev`.
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

/**
 * Forwards the entries of `logger` to `svc dev`, wherever the card's bundle is served from. Do not call it in
 * production: the browser of each user would send entries to the user's own machine.
 *
 * @param url where `svc dev` receives entries. Default: `DEFAULT_SVC_DEV_LOG_URL`
 * @throws {Error} when the URL's host is not localhost, 127.0.0.1 or ::1
 * @example
 * import { enableSvcDev } from '@svc/sdk/ui';
 *
 * // svc dev --svc-log-port 9200
 * enableSvcDev('http://127.0.0.1:9200/__svc/log');
 */
export function enableSvcDev(url: string = DEFAULT_SVC_DEV_LOG_URL): void {
  if (!isLoopbackUrl(url)) {
    throw new Error(
      `cannot forward log entries to "${url}": use an http URL whose host is localhost, 127.0.0.1 or ::1`,
    );
  }
  const text = String(url);
  silently(() => {
    forwarding().url = text;
  });
}

/**
 * Stops forwarding entries to `svc dev`, even for a card whose bundle is served from localhost. Waiting entries are
 * discarded. The CRM's logger still receives all entries.
 *
 * @example
 * import { disableSvcDev } from '@svc/sdk/ui';
 *
 * disableSvcDev();
 */
export function disableSvcDev(): void {
  silently(() => {
    const now = forwarding();
    now.url = undefined;
    now.forwarder.clear();
  });
}
