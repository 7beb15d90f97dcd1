/** Options of `get`, `post`, `put`, `patch` and `delete`. */
export interface HttpRequestOptions {
  /** Additional headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters to append to the URL. Undefined values are omitted. Default: none. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Cancels the request. Default: the signal of `ctx.request`, which aborts before the time limit. */
  readonly signal?: AbortSignal;
}

/** The error of a response whose status is not 2xx. Every method except `fetch` rejects with it. */
export interface HttpError extends Error {
  /** Always `HttpError`. */
  readonly name: 'HttpError';
  /** The HTTP status. */
  readonly status: number;
  /** The body: parsed JSON, or the text when it is not valid JSON. */
  readonly body: unknown;
}

/**
 * An HTTP client for other systems. Call the CRM through `ctx.crm`: the rate budget does not count requests of this
 * client.
 *
 * All methods but `fetch` send and parse JSON, and reject with an `HttpError` when the status is not 2xx. They reject
 * with an error whose `code` is `response_too_large` when the body has more than 32 MiB after decompression: read a
 * larger one in parts, as the `body` of what `fetch` returns.
 */
export interface HttpClient {
  /** Sends a request like the global `fetch`. Unless it has a signal, that of `ctx.request` cancels it. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Sends a GET request and returns the parsed body. */
  get<T = unknown>(url: string | URL, options?: HttpRequestOptions): Promise<T>;
  /** Sends a POST request with a JSON body and returns the parsed body. */
  post<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
  /** Sends a PUT request with a JSON body and returns the parsed body. */
  put<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
  /** Sends a PATCH request with a JSON body and returns the parsed body. */
  patch<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
  /** Sends a DELETE request and returns the parsed body. */
  delete<T = unknown>(url: string | URL, options?: HttpRequestOptions): Promise<T>;
}

/** The HTTP client of a pull source. It authenticates every request with the source's `auth`. */
export interface SourceHttpClient extends HttpClient {}
