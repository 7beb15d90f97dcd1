import { describe, expect, it } from 'vitest';
import { block, failContinue, failStop, isActionResult, ok, retryLater } from './result.ts';

describe('the constructors', () => {
  it.each([
    [ok(), { status: 'ok' }],
    [ok({ a: 1 }), { status: 'ok', output: { a: 1 } }],
    [failContinue('m'), { status: 'fail-continue', message: 'm' }],
    [failContinue('m', { a: 1 }), { status: 'fail-continue', message: 'm', output: { a: 1 } }],
    [failStop('m'), { status: 'fail-stop', message: 'm' }],
    [retryLater('m'), { status: 'retry-later', message: 'm' }],
    [retryLater('m', 30), { status: 'retry-later', message: 'm', retryAfterSeconds: 30 }],
    [retryLater('m', 0), { status: 'retry-later', message: 'm', retryAfterSeconds: 0 }],
    [block('m'), { status: 'block', message: 'm' }],
  ])('create %j', (result, want) => {
    expect(JSON.parse(JSON.stringify(result))).toEqual(want);
    expect(isActionResult(result)).toBe(true);
  });

  it('create results that copies and objects of the same shape are not', () => {
    expect(isActionResult({ status: 'ok' })).toBe(false);
    expect(isActionResult({ ...ok() })).toBe(false);
    expect(isActionResult(null)).toBe(false);
    expect(isActionResult('ok')).toBe(false);
  });
});
