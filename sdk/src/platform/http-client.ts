import type { HttpClient, HttpError, HttpRequestOptions } from '../context/http.ts';
import type { Logger } from '../context/logger.ts';
import { inputOf, invalid } from './arguments.ts';
import type { DeadlineSignal } from './deadline.ts';
import type { Host } from './host.ts';
import { jsonText } from './json-text.ts';
import { parsedBody } from './response-body.ts';

class ResponseError extends Error implements HttpError {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: unknown;

  constructor(method: string, url: URL, status: number, body: unknown) {
    // The query may contain keys, and messages end up in logs.
    super(`${method} ${url.origin}${url.pathname} answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The options of `makeHttpClient`. */
export interface HttpOptions {
  readonly fetch: Host['fetch'];
  /** Aborts requests that have no signal of their own. */
  readonly deadlineSignal: DeadlineSignal;
  /** The origin of the CRM's API. Calls to it are logged as a warning: they belong in `ctx.crm`. */
  readonly crmOrigin: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Makes the HTTP client of handlers and sources. */
export function makeHttpClient({ fetch: hostFetch, deadlineSignal, crmOrigin, logger }: HttpOptions): HttpClient {
  const fetch: Host['fetch'] = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    warnOfBypass(crmOrigin, init?.method ?? request?.method ?? 'GET', urlOf(request?.url ?? input), logger);
    return hostFetch(input, init);
  };
  async function send<T>(
    method: string,
    target: string | URL,
    body: unknown,
    options: HttpRequestOptions = {},
  ): Promise<T> {
    const url = urlOf(target);
    for (const [name, value] of Object.entries(inputOf(options, '{ query: { page: 1 } }').query ?? {})) {
      if (value !== undefined) {
        url.searchParams.append(name, String(value));
      }
    }
    const headers = new Headers(options.headers);
    const init: RequestInit = { method, headers, signal: options.signal ?? deadlineSignal.signal };
    if (body !== undefined) {
      init.body = jsonText(body, 'the body');
      if (!headers.has('content-type')) {
        headers.set('content-type', 'application/json');
      }
    }
    if (!headers.has('accept')) {
      headers.set('accept', 'application/json');
    }
    const response = await fetch(url, init);
    const answer = await parsedBody(response, `${method} ${url.origin}${url.pathname} answered`);
    if (!response.ok) {
      throw new ResponseError(method, url, response.status, answer);
    }
    return answer as T;
  }
  return {
    // A Request keeps its own signal.
    fetch: (input, init) =>
      fetch(input, input instanceof Request || init?.signal ? init : { ...init, signal: deadlineSignal.signal }),
    get: (url, options) => send('GET', url, undefined, options),
    post: (url, body, options) => send('POST', url, body, options),
    put: (url, body, options) => send('PUT', url, body, options),
    patch: (url, body, options) => send('PATCH', url, body, options),
    delete: (url, options) => send('DELETE', url, undefined, options),
  };
}

/** Parses a URL. Engines word the error in different ways. */
function urlOf(target: unknown): URL {
  const text = String(target);
  if (!URL.canParse(text)) {
    const [shown] = text.split(/[?#]/, 1); // the query may contain keys
    throw invalid(`invalid URL ${JSON.stringify(shown)}: expected an absolute one, such as https://api.example/orders`);
  }
  return new URL(text);
}

/** Warns of a call to the CRM that bypasses the gate: it uses tokens that `ctx.crm` counts on. */
function warnOfBypass(crmOrigin: string, method: string, url: URL, logger: HttpOptions['logger']): void {
  const { origin, pathname } = url;
  if (origin === crmOrigin) {
    logger.warn('a call to the CRM through ctx.http bypasses the rate budget: send it through ctx.crm.request', {
      method: method.toUpperCase(),
      path: pathname,
    });
  }
}
