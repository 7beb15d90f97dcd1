/** Plain outbound HTTP for handlers and sources. */
/** What the short forms take beside the URL. */
export interface HttpRequestOptions {
    readonly headers?: Readonly<Record<string, string>>;
    /** Appended to the URL; undefined values are left out. */
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
    readonly signal?: AbortSignal;
}
/** What the short forms reject with on an answer that is not 2xx. */
export interface HttpError extends Error {
    readonly name: 'HttpError';
    readonly status: number;
    /** The parsed JSON, or the text where the body is no JSON. */
    readonly body: unknown;
}
/**
 * Plain outbound HTTP. It knows nothing of the CRM's budget: calls to the CRM go through `ctx.crm`.
 *
 * The short forms send and parse JSON, and reject with an `HttpError` on any answer that is not 2xx.
 */
export interface HttpClient {
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    get<T = unknown>(url: string | URL, options?: HttpRequestOptions): Promise<T>;
    post<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
    put<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
    patch<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
    delete<T = unknown>(url: string | URL, options?: HttpRequestOptions): Promise<T>;
}
/** The client that a pull source fetches with: the source's `auth` is on every request already. */
export interface SourceHttpClient extends HttpClient {
}
