/** What an answer of the CRM says about its rate limits. */

import { isObject } from '../../runtime/body.ts';
import { retryAfterMs } from './retry-after.ts';

/** Numbers of one answer; what a header does not say, or says as something else than a number, is absent. */
export interface RateReport {
  readonly status: number;
  /** Calls that the window takes. */
  readonly max?: number;
  readonly intervalMs?: number;
  /** Calls left in the window. */
  readonly remaining?: number;
  /** Calls left in the current second. */
  readonly secondlyRemaining?: number;
  /** Calls left until midnight of the account. Only static tokens are told. */
  readonly dailyRemaining?: number;
  /** Of a 429, and of errors that pass by themselves. */
  readonly retryAfterMs?: number;
  /** Which limit a 429 is about: DAILY, TEN_SECONDLY_ROLLING, SECONDLY. */
  readonly policy?: string;
}

/** Reads the numbers of an answer. @param prefix of the vendor's headers, such as `X-Crm` */
export function readRateReport(prefix: string, status: number, headers: Headers, body: unknown, now: number): RateReport {
  const count = (name: string) => countIn(headers.get(`${prefix}-RateLimit-${name}`));
  const intervalMs = count('Interval-Milliseconds');
  const policy = isObject(body) ? body['policyName'] : undefined;
  return {
    status,
    ...optional('max', count('Max')),
    ...optional('intervalMs', intervalMs === 0 ? undefined : intervalMs),
    ...optional('remaining', count('Remaining')),
    ...optional('secondlyRemaining', count('Secondly-Remaining')),
    ...optional('dailyRemaining', count('Daily-Remaining')),
    ...optional('retryAfterMs', retryAfterMs(headers.get('retry-after'), headers.get('date'), now)),
    ...(status === 429 && typeof policy === 'string' && { policy }),
  };
}

/** A header's number; undefined for what is none, and for one that no limit can be. */
function countIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : undefined;
}

function optional<K extends string>(name: K, value: number | undefined): { readonly [P in K]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [P in K]: number });
}
