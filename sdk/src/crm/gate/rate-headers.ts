/** What an answer of the CRM says about its rate limits. */

import { isObject } from '../../platform/body.ts';
import { retryAfterMs } from './retry-after.ts';

/** Numbers of one answer; what a header does not say, or says as something else than a number, is absent. */
export interface RateReport {
  readonly status: number;
  /** Calls that the window takes. */
  readonly max?: number | undefined;
  readonly intervalMs?: number | undefined;
  /** Calls left in the window. */
  readonly remaining?: number | undefined;
  /** Calls left in the current second. */
  readonly secondlyRemaining?: number | undefined;
  /** Calls left until midnight of the account. Only static tokens are told. */
  readonly dailyRemaining?: number | undefined;
  /** Of a 429, and of errors that pass by themselves. */
  readonly retryAfterMs?: number | undefined;
  /** Which limit a 429 is about: DAILY, TEN_SECONDLY_ROLLING, SECONDLY. */
  readonly policy?: string | undefined;
}

/** Reads the numbers of an answer. @param prefix of the vendor's headers, such as `X-Crm` */
export function readRateReport(
  prefix: string,
  status: number,
  headers: Headers,
  body: unknown,
  now: number,
): RateReport {
  const count = (name: string) => countIn(headers.get(`${prefix}-RateLimit-${name}`));
  const policy = isObject(body) ? body['policyName'] : undefined;
  return {
    status,
    max: count('Max') || undefined,
    intervalMs: count('Interval-Milliseconds') || undefined,
    remaining: count('Remaining'),
    secondlyRemaining: count('Secondly-Remaining'),
    dailyRemaining: count('Daily-Remaining'),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), headers.get('date'), now),
    policy: typeof policy === 'string' ? policy : undefined,
  };
}

/** A header's number; undefined for what is none, and for one that is longer than any limit. */
function countIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,8}\s*$/.test(text) ? Number(text) : undefined;
}
