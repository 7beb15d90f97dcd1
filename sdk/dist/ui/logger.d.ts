/** The logger of cards: hands every entry to the platform's own logger, and never throws. */
/** Where the dev log listener of `svc dev` listens; loopback only. */
export declare const DEFAULT_SVC_DEV_LOG_URL: string;
/** One text an entry: that is what the platform's logger takes. */
export interface UiLogger {
    debug(message: string): void;
    info(message: string): void;
    warn(message: string): void;
    error(message: string): void;
}
/** Logs from card code. Where the platform has no logger, entries go to the console. */
export declare const logger: UiLogger;
