import { describe, expect, test } from 'vitest';
import { CrmBackpressure, isBackpressure } from './backpressure.ts';

describe('CrmBackpressure', () => {
  test('rounds the retry time up to whole seconds', () => {
    const signal = new CrmBackpressure(6.2);
    expect([signal.retryAfterSeconds, signal.message]).toEqual([7, 'CRM rate limit budget exhausted; retry after 7s.']);
    expect(signal).toBeInstanceOf(Error);
  });

  test.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])('never says %d seconds', (seconds) => {
    expect(new CrmBackpressure(seconds).retryAfterSeconds).toBe(1);
  });

  test('is recognized by isBackpressure, also from another copy of the SDK', () => {
    const other = Object.assign(new Error('x'), { [Symbol.for('svc.backpressure')]: true });
    expect([new CrmBackpressure(1), other].map(isBackpressure)).toEqual([true, true]);
  });

  test('is not recognized by name or shape', () => {
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    const values = [
      undefined,
      null,
      'CrmBackpressure',
      { name: 'CrmBackpressure' },
      new Error('CrmBackpressure'),
      throwing,
    ];
    expect(values.map(isBackpressure)).toEqual(values.map(() => false));
  });
});
