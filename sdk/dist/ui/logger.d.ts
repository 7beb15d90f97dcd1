/** The URL of the dev log listener of `svc dev`, which accepts only loopback connections. */
export declare const DEFAULT_SVC_DEV_LOG_URL: string;
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
/**
 * Logs from card code. Entries go to the platform's logger, or to the console when there is none. No call throws.
 *
 * @example
 * import { logger } from '@svc/sdk/ui';
 *
 * logger.info('open invoices loaded');
 */
export declare const logger: UiLogger;
