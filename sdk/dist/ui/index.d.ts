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

/**
 * The card backends of the app, by id. `svc types` adds them: `input` and `output` of each are typed by the fields that
 * the backend declares.
 */
interface CardBackends {
}
/** The id of a card backend. Editors offer those of the app. */
type CardBackendId = keyof CardBackends | (string & {});
/** The input of a card backend. */
type CardBackendInput<Id> = Id extends keyof CardBackends ? CardBackends[Id] extends {
    readonly input: infer Input;
} ? Input : never : Readonly<Record<string, unknown>>;
/** The result of a card backend. It is unknown unless the backend declares `output`. */
type CardBackendOutput<Id> = Id extends keyof CardBackends ? CardBackends[Id] extends {
    readonly output: infer Output;
} ? Output : never : unknown;
/** The options that `callBackend` passes to the fetch function. */
interface BackendFetchOptions {
    /** Always `POST`. */
    readonly method: 'POST';
    /** The request's body, which the platform sends as JSON. */
    readonly body: {
        /** The backend's input. */
        readonly input: unknown;
    };
}
/** What `callBackend` reads of a response. */
interface BackendResponse {
    /** Whether the status is from 200 to 299. */
    readonly ok: boolean;
    /** The HTTP status. */
    readonly status: number;
    /** The response's headers, if the platform passes them on. */
    readonly headers?: {
        /** Returns the value of a header; null if it is missing. */
        get(name: string): string | null;
    };
    /** Parses the body. */
    json(): Promise<unknown>;
}
/** The fetch function of the platform's UI package, such as `crm.fetch`. */
type BackendFetch = (url: string, options: BackendFetchOptions) => Promise<BackendResponse>;
/**
 * Calls a card backend and returns its result. `svc types` writes the types of the input and the result.
 *
 * @param fetch the fetch function of the UI package, which signs the call
 * @param id the id of the `worker.cardBackend`
 * @param input the backend's input
 * @throws {Error} when the backend reports a failure or the call fails, with the backend's message if it has one
 * @example
 * import { type BackendFetch, callBackend } from '@svc/sdk/ui';
 *
 * export async function loadInvoices(fetch: BackendFetch, companyId: string) {
 *   return await callBackend(fetch, 'open-invoices', { companyId });
 * }
 */
declare function callBackend<const Id extends CardBackendId>(fetch: BackendFetch, id: Id, input: CardBackendInput<NoInfer<Id>>): Promise<CardBackendOutput<Id>>;

/**
 * The URL of the dev log listener of `svc dev`. Pass another one to `enableSvcDev` if `--svc-log-port` sets another port.
 */
declare const DEFAULT_SVC_DEV_LOG_URL: string;

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
 * During local development, `svc dev` shows them as well: they are sent to its log listener about every 5 seconds, and
 * when the page is hidden. A card whose bundle is served from `localhost`, `127.0.0.1` or `[::1]` forwards its entries to
 * `DEFAULT_SVC_DEV_LOG_URL`, unless `enableSvcDev` or `disableSvcDev` was called.
 *
 * @example
 * import { logger } from '@svc/sdk/ui';
 *
 * logger.info('open invoices loaded');
 */
declare const logger: UiLogger;
/**
 * Forwards the entries of `logger` to the dev log listener of `svc dev`, wherever the card's bundle is served from. Do
 * not call it in production: each user's browser would look for a listener on the user's machine.
 *
 * @param url the listener. Default: `DEFAULT_SVC_DEV_LOG_URL`
 * @throws {Error} when the URL's host is not localhost, 127.0.0.1 or ::1
 * @example
 * import { enableSvcDev } from '@svc/sdk/ui';
 *
 * // svc dev --svc-log-port 9200
 * enableSvcDev('http://127.0.0.1:9200/__svc/log');
 */
declare function enableSvcDev(url?: string): void;
/**
 * Stops forwarding entries to `svc dev`, also for a card whose bundle is served from localhost. Entries that wait are
 * discarded. The platform's logger still receives all entries.
 *
 * @example
 * import { disableSvcDev } from '@svc/sdk/ui';
 *
 * disableSvcDev();
 */
declare function disableSvcDev(): void;

export { DEFAULT_SVC_DEV_LOG_URL, FlagClientResult, FlagsClientSnapshot, backendUrl, callBackend, createFlagsSnapshotProvider, disableSvcDev, enableSvcDev, logger };
export type { BackendFetch, BackendFetchOptions, BackendResponse, CardBackendId, CardBackendInput, CardBackendOutput, CardBackends, FlagsSnapshotProvider, UiLogger };
