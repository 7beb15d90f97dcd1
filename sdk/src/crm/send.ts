import type { CrmRequestInit } from '../context/crm.ts';
import type { CrmCallRecord } from '../platform/observation.ts';
import { parsedBody } from '../platform/response-body.ts';
import { inputOf, invalid } from '../platform/arguments.ts';
import { ATTEMPT_MS, PROBE_MS, withinAttempt } from './gate/attempt.ts';
import { CrmAnswerError, CrmNoAnswerError } from './error.ts';
import { type Expected, expected } from './expected.ts';
import type { CrmFamily } from './gate/family.ts';
import type { RateMetrics } from './gate/metrics.ts';
import type { Attempt, Pacer } from './gate/pacer.ts';
import { readRateReport } from './gate/rate-headers.ts';
import { textOf } from './path.ts';
import { isTransient, Retries, wasNotApplied } from './retry.ts';

/** The options of a CRM client. */
export interface CrmOptions {
  /** Sends a request. */
  readonly fetch: (input: URL, init: RequestInit) => Promise<Response>;
  /** Returns the time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The origin of the API, without a trailing slash. */
  readonly apiOrigin: string;
  /** The prefix of the rate-limit headers, such as `X-Crm`. */
  readonly headerPrefix: string;
  /** Paces the calls. */
  readonly pacer: Pacer;
  /** Records rate metrics. Absent when they are off. */
  readonly metrics?: RateMetrics;
  /** Returns the access token of the install, if possible another one than `refused`. Rejects if there is none. */
  readonly token: (refused?: string) => Promise<string>;
  /** Receives each completed call. */
  readonly onCall: (call: Omit<CrmCallRecord, 'type' | 'invocation'>) => void;
  /** The deadline of the invocation. */
  readonly deadlineSignal?: {
    /** Cancels calls when the time is up. */
    readonly signal: AbortSignal;
  };
}

/** Sends one request through the gate of its portal. Returns the parsed JSON of a 2xx response. */
export type Send = (method: string, path: string, init?: SendInit) => Promise<unknown>;

/** The options of one call. */
export interface SendInit extends CrmRequestInit {
  /**
   * Whether to retry a call after a transient error (a 5xx, no response). `idempotent`: yes. `create`: only if the CRM
   * certainly did not apply the call. Default: `none`.
   */
  readonly retry?: 'idempotent' | 'create' | 'none';
  /** The body of a 2xx response. Another one is a call without an answer. Default: any. */
  readonly expects?: Expected;
  /** Returns what is sent for a member of the body. Default: its value. */
  readonly written?: (member: string, value: unknown) => unknown;
}

/** Searches have their own limit. */
const SEARCH_PATH = /^\/crm\/(?:[\w-]+\/)?objects\/(?:[^/]+\/)+search$/;

/** Makes the `send` of one client, which all its calls use. */
export function makeSend(options: CrmOptions): Send {
  return async (method, path, init = {}) => {
    let call: Call;
    try {
      call = callOf(options, method, path, init);
    } catch (error) {
      throw invalid((error as Error).message);
    }
    let retries: Retries | undefined;
    for (;;) {
      try {
        return await answerTo(options, call, init.expects);
      } catch (error) {
        const isAgain =
          isTransient(error) && (init.retry === 'idempotent' || (init.retry === 'create' && wasNotApplied(error)));
        if (
          !isAgain ||
          !(await (retries ??= new Retries(options.pacer.options, call.request.signal ?? undefined)).next(error))
        ) {
          throw error;
        }
      }
    }
  };
}

/** Throws if an argument is invalid. */
function callOf(options: CrmOptions, method: string, path: string, init: SendInit): Call {
  const url = targetUrl(options.apiOrigin, path, inputOf(init, '{ query: { … } }').query);
  const verb = textOf(method, 'method').toUpperCase();
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  if (init.body !== undefined) {
    headers.set('content-type', 'application/json');
  }
  const signals = [init.signal, options.deadlineSignal?.signal].filter((one) => one !== undefined);
  const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
  // Redirects are not followed, since the token is for this origin only.
  const request: RequestInit = {
    method: verb,
    headers,
    redirect: 'manual',
    body: JSON.stringify(init.body, init.written),
    signal,
  };
  const family = verb === 'POST' && SEARCH_PATH.test(url.pathname) ? 'search' : 'general';
  return { method: verb, url, request, family, timeoutMs: init.timeoutMs ?? ATTEMPT_MS };
}

async function answerTo(options: CrmOptions, call: Call, expects: Expected | undefined): Promise<unknown> {
  const { status, answer, report } = await authorized(options, call);
  if (status < 200 || status > 299) {
    throw new CrmAnswerError(call.method, call.url.pathname, status, answer, report.retryAfterMs);
  }
  return expects === undefined ? answer : expected(expects, call.method, call.url.pathname, answer);
}

/** One call with all its attempts. */
interface Call {
  readonly method: string;
  readonly url: URL;
  readonly request: RequestInit;
  readonly family: CrmFamily;
  /** Time limit of one attempt, in ms. */
  readonly timeoutMs: number;
}

/** A response of the CRM. */
interface Answer extends Attempt {
  readonly status: number;
  readonly answer: unknown;
}

/** Sends the call with the install's token. If the CRM refuses the token, gets another one and retries once. */
async function authorized(options: CrmOptions, call: Call): Promise<Answer> {
  const headers = call.request.headers as Headers;
  const token = await options.token();
  headers.set('authorization', `Bearer ${token}`);
  const first = await paced(options, call);
  if (first.status !== 401) {
    return first;
  }
  const another = await options.token(token);
  if (another === token) {
    return first;
  }
  headers.set('authorization', `Bearer ${another}`);
  return paced(options, call);
}

async function paced(options: CrmOptions, call: Call): Promise<Answer> {
  const { pacer, metrics } = options;
  const metered = { family: call.family, path: call.url.pathname };
  try {
    return await pacer.pass(
      call.family,
      async (waitMs, isProbe) => {
        const timeoutMs = isProbe ? Math.min(PROBE_MS, call.timeoutMs) : call.timeoutMs;
        const answer = await perform(options, { ...call, timeoutMs }, waitMs);
        metrics?.answered(metered, answer.report);
        return answer;
      },
      call.request.signal ?? undefined,
    );
  } catch (error) {
    metrics?.failed(metered, error);
    throw error;
  }
}

async function perform(options: CrmOptions, call: Call, waitMs: number): Promise<Answer> {
  const { method, url, request, family, timeoutMs } = call;
  const { clock } = options.pacer.options;
  const at = options.now();
  let status: number | null = null;
  try {
    const limit = { clock, ms: timeoutMs, signal: request.signal ?? undefined };
    const { response, answer } = await withinAttempt(limit, async (signal) => {
      const response = await options.fetch(url, { ...request, signal });
      status = response.status;
      return { response, answer: await parsedBody(response) };
    });
    return {
      status: response.status,
      answer,
      report: readRateReport(options.headerPrefix, response.status, response.headers, answer, options.now()),
    };
  } catch (error) {
    throw new CrmNoAnswerError(method, url.pathname, error);
  } finally {
    options.onCall({
      method,
      path: url.pathname + url.search,
      family,
      status,
      waitMs,
      durationMs: options.now() - at,
      at,
    });
  }
}

function targetUrl(origin: string, path: string, query: CrmRequestInit['query'] = {}): URL {
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new TypeError(
      `invalid path ${JSON.stringify(path)}: expected one that starts with a slash, such as /crm/v3/owners`,
    );
  }
  const url = new URL(origin + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      url.searchParams.append(name, String(value)); // that of a list has commas
    }
  }
  return url;
}
