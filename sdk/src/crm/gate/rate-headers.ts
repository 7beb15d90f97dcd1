import { isObject } from '../../platform/body.ts';
import { retryAfterMs } from './retry-after.ts';

/** What a response of the CRM reports about rate limits. Missing and malformed headers are undefined. */
export interface RateReport {
  /** The HTTP status. */
  readonly status: number;
  /** Calls per window. */
  readonly max?: number | undefined;
  /** Length of the window, in ms. */
  readonly intervalMs?: number | undefined;
  /** Calls left in the window. */
  readonly remaining?: number | undefined;
  /** Calls per second. */
  readonly secondly?: number | undefined;
  /** Calls left in the current second. */
  readonly secondlyRemaining?: number | undefined;
  /** Calls left until midnight of the account. Reported for static tokens only. */
  readonly dailyRemaining?: number | undefined;
  /** How long to wait after a 429 or a transient error, in ms. */
  readonly retryAfterMs?: number | undefined;
  /** The limit that caused a 429: DAILY, TEN_SECONDLY_ROLLING or SECONDLY. */
  readonly policy?: string | undefined;
}

/**
 * Reads the rate limits of a response.
 *
 * @param prefix the prefix of the vendor's headers, such as `X-Crm`
 */
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
    secondly: count('Secondly'),
    secondlyRemaining: count('Secondly-Remaining'),
    dailyRemaining: count('Daily-Remaining'),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), headers.get('date'), now),
    policy: typeof policy === 'string' ? policy : undefined,
  };
}

/** Reads a header as a count, or returns undefined if it is malformed or too long. */
function countIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,8}\s*$/.test(text) ? Number(text) : undefined;
}
