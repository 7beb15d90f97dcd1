// Generated from the sources of @svc/sdk. Do not edit.
import { FlagClientResult, FlagsClientSnapshot } from '../index.js';

/**
 * Returns the absolute URL of a card backend, for the fetch function of the UI package.
 *
 * @param id the id of the `worker.cardBackend`
 * @throws {Error} when the project has no such backend, or outside a card that `svc` has built
 * @example
 * import { backendUrl } from '@svc/sdk/ui';
 *
 * export async function loadInvoices(fetch: (url: string, options: object) => Promise<Response>, companyId: string) {
 *   const response = await fetch(backendUrl('open-invoices'), { method: 'POST', body: { input: { companyId } } });
 *   return response.json();
 * }
 */
declare function backendUrl(id: string): string;

/** Reads evaluated flags from memory. A missing key or a value of another type returns the caller's default. */
interface FlagsSnapshotProvider {
    /** Returns the results of these keys, without missing keys. */
    evaluate(keys: readonly string[]): Record<string, FlagClientResult>;
    /** Returns the value of a boolean flag. */
    getBoolean(key: string, defaultValue: boolean): boolean;
    /** Returns the value of a string flag. */
    getString(key: string, defaultValue: string): string;
    /** Returns the value of a number flag. */
    getNumber(key: string, defaultValue: number): number;
    /**
     * Returns the value of a JSON flag: an object or array like the default, or any value when it is null or undefined.
     */
    getJson<T = unknown>(key: string, defaultValue: T): T;
}
/**
 * Creates a provider over the `flags` of a card backend's response.
 *
 * @param snapshot the evaluated flags; a missing or malformed snapshot has none, so every call returns its default
 * @example
 * import { createFlagsSnapshotProvider, type FlagsClientSnapshot } from '@svc/sdk/ui';
 *
 * export function layoutOf(response: { flags?: FlagsClientSnapshot }) {
 *   return createFlagsSnapshotProvider(response.flags).getString('layout', 'classic');
 * }
 */
declare function createFlagsSnapshotProvider(snapshot: FlagsClientSnapshot | null | undefined): FlagsSnapshotProvider;

/** The URL of the dev log listener of `svc dev`, which accepts only loopback connections. */
declare const DEFAULT_SVC_DEV_LOG_URL: string;
/** Writes log entries of one string each, as the platform's logger does. */
interface UiLogger {
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
declare const logger: UiLogger;

export { DEFAULT_SVC_DEV_LOG_URL, FlagClientResult, FlagsClientSnapshot, backendUrl, createFlagsSnapshotProvider, logger };
export type { FlagsSnapshotProvider, UiLogger };
