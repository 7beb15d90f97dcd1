import { describe, expect, test } from 'vitest';
import { readRateReport } from './rate-headers.ts';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-01-31T09:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['2', null, 2000],
    ['0', null, 0],
    ['1.5', null, 1500],
    ['Sat, 31 Jan 2026 09:00:07 GMT', null, 7000],
    ['Sat, 31 Jan 2026 08:00:00 GMT', null, 0],
    ['99999999999', null, 86_400_000],
    ['', null, undefined],
    ['-5', null, undefined],
    ['soon', null, undefined],
    ['2026', 'x', 2_026_000],
  ])('%s is %s', (text, date, expected) => {
    expect(retryAfterMs(text, date, NOW)).toBe(expected);
  });

  test('as a date is relative to the Date of the response', () => {
    expect(retryAfterMs('Sat, 31 Jan 2026 10:00:05 GMT', 'Sat, 31 Jan 2026 10:00:00 GMT', NOW)).toBe(5000);
  });
});

describe('rate headers', () => {
  const read = (headers: Record<string, string>, status = 200, body: unknown = {}) =>
    readRateReport('X-Crm', status, new Headers(headers), body, NOW);

  test('report what remains of the window and of the second', () => {
    expect(read({ 'X-Crm-RateLimit-Remaining': '40', 'X-Crm-RateLimit-Secondly-Remaining': '5' })).toEqual({
      status: 200,
      remaining: 40,
      secondlyRemaining: 5,
    });
  });

  test('that are malformed are undefined', () => {
    expect(
      read({
        'X-Crm-RateLimit-Max': '110',
        'X-Crm-RateLimit-Interval-Milliseconds': '10000',
        'X-Crm-RateLimit-Daily-Remaining': '7',
      }),
    ).toEqual({ status: 200, max: 110, intervalMs: 10_000, dailyRemaining: 7 });
    expect(
      read({
        'X-Crm-RateLimit-Max': 'many',
        'X-Crm-RateLimit-Remaining': '-1',
        'X-Crm-RateLimit-Interval-Milliseconds': '0',
      }),
    ).toEqual({ status: 200 });
  });

  test('of a 429 report the wait and the limit', () => {
    expect(read({ 'retry-after': '3' }, 429, { policyName: 'DAILY' })).toEqual({
      status: 429,
      retryAfterMs: 3000,
      policy: 'DAILY',
    });
  });
});
