// Generated from the sources of @svc/sdk. Do not edit.
import { FlagClientResult, FlagsClientSnapshot } from '../index.js';

/**
 * Returns the absolute URL of a card backend, for the fetch function of the UI package. To call a backend and read its
 * result, use `callBackend`.
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
 * The card backends of the app, by id. `svc types` adds them: the fields that a backend declares type its `input` and
 * `output`.
 */
interface CardBackends {
}
/** The id of a card backend. Editors complete those of the app. */
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
/** The part of a response that `callBackend` reads. */
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
 * Calls a card backend and returns its result. Run `svc types` to give the input and the result their types.
 *
 * @param fetch the fetch function of the UI package, which signs the call
 * @param id the id of the `worker.cardBackend`
 * @param input the backend's input
 * @throws {Error} when the call fails or the backend reports a failure, with its message if there is one
 * @example
 * import { type BackendFetch, callBackend } from '@svc/sdk/ui';
 *
 * export async function loadInvoices(fetch: BackendFetch, companyId: string) {
 *   return await callBackend(fetch, 'open-invoices', { companyId });
 * }
 */
declare function callBackend<const Id extends CardBackendId>(fetch: BackendFetch, id: Id, input: CardBackendInput<NoInfer<Id>>): Promise<CardBackendOutput<Id>>;

/**
 * The default URL to which cards send log entries for `svc dev`. If `--svc-log-port` sets another port, pass its URL to
 * `enableSvcDev`.
 */
declare const DEFAULT_SVC_DEV_LOG_URL: string;

/** Reads evaluated flags from memory. It returns the default if a flag is missing or has another type. */
interface FlagsSnapshotProvider {
    /** Returns the results of these keys. Missing keys are left out. */
    evaluate(keys: readonly string[]): Record<string, FlagClientResult>;
    /** Returns the value of a boolean flag, or the default. */
    getBoolean(key: string, defaultValue: boolean): boolean;
    /** Returns the value of a string flag, or the default. */
    getString(key: string, defaultValue: string): string;
    /** Returns the value of a number flag, or the default. */
    getNumber(key: string, defaultValue: number): number;
    /**
     * Returns the value of a JSON flag, or the default. The value must be an object or array like the default. If the
     * default is null or undefined, every value is accepted.
     */
    getJson<T = unknown>(key: string, defaultValue: T): T;
}
/**
 * Creates a provider that reads the `flags` of a card backend's response.
 *
 * @param snapshot the evaluated flags. If it is missing or malformed, every call returns its default
 * @example
 * import { createFlagsSnapshotProvider, type FlagsClientSnapshot } from '@svc/sdk/ui';
 *
 * export function layoutOf(response: { flags?: FlagsClientSnapshot }) {
 *   return createFlagsSnapshotProvider(response.flags).getString('layout', 'classic');
 * }
 */
declare function createFlagsSnapshotProvider(snapshot: FlagsClientSnapshot | null | undefined): FlagsSnapshotProvider;

/** Writes log entries. Each is one string, as for the logger of the CRM's UI package. */
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
declare const logger: UiLogger;
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
declare function enableSvcDev(url?: string): void;
/**
 * Stops forwarding entries to `svc dev`, even for a card whose bundle is served from localhost. Waiting entries are
 * discarded. The CRM's logger still receives all entries.
 *
 * @example
 * import { disableSvcDev } from '@svc/sdk/ui';
 *
 * disableSvcDev();
 */
declare function disableSvcDev(): void;

export { DEFAULT_SVC_DEV_LOG_URL, FlagClientResult, FlagsClientSnapshot, backendUrl, callBackend, createFlagsSnapshotProvider, disableSvcDev, enableSvcDev, logger };
export type { BackendFetch, BackendFetchOptions, BackendResponse, CardBackendId, CardBackendInput, CardBackendOutput, CardBackends, FlagsSnapshotProvider, UiLogger };
