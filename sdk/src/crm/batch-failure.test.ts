import { describe, expect, test } from 'vitest';
import {
  batchWorld,
  CALL_MS,
  creates,
  lost,
  nOf,
  refusal,
  refused,
  summary,
  throwing,
  traceOf,
  updates,
  upserts,
  written,
} from '../../test/batch-crm.ts';
import { CrmNoAnswerError } from './error.ts';
import { CrmBackpressure } from './gate/backpressure.ts';

describe('a call that the CRM refuses as a whole', () => {
  /** A CRM that refuses a call with a bad row without naming the row. */
  const poisoned = (bad: readonly number[], error: () => Error) =>
    batchWorld(({ inputs }) =>
      inputs.some((input) => bad.includes(nOf(input))) ? throwing(error()) : written(inputs),
    );

  test.each<[string, number, readonly number[]]>([
    ['one in 1000', 1000, [437]],
    ['two in one call', 100, [3, 97]],
    ['all of a call', 8, [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('is halved until the poison is found, at 14 calls a row at most: %s', async (_name, count, bad) => {
    const { batch, calls, run } = poisoned(bad, () => refusal(409, { category: 'CONFLICT' }));
    const result = summary(await run(batch.objects.upsert('contacts', upserts(count))));
    expect([result.succeeded.length, Object.keys(result.failed).map(Number)]).toEqual([count - bad.length, bad]);
    expect(calls.length - Math.ceil(count / 100)).toBeLessThanOrEqual(14 * bad.length);
  });

  test("fails only the bad rows, with the CRM's error", async () => {
    const { batch, run } = poisoned([1], () => refusal(400, { category: 'VALIDATION_ERROR', message: 'bad number' }));
    const { failed } = await run(batch.objects.create('contacts', creates(3)));
    expect(failed).toMatchObject([
      {
        index: 1,
        input: { properties: { n: '1' } },
        error: { status: 400, category: 'VALIDATION_ERROR', retryable: false },
      },
    ]);
  });

  test('with an error that names rows is retried without them', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => {
      const bad = inputs.filter((input) => nOf(input) < 2).map(traceOf);
      return bad.length > 0
        ? throwing(refusal(400, { errors: [{ message: 'not a date', context: { objectWriteTraceId: bad } }] }))
        : written(inputs);
    });
    const result = summary(await run(batch.objects.create('contacts', creates(100))));
    expect([result.succeeded.length, result.failed[0]?.message, result.failed[1]?.status]).toEqual([
      98,
      'not a date',
      400,
    ]);
    expect(calls.map(({ inputs }) => inputs.length)).toEqual([100, 98]);
  });

  test.each([['<html>'], [undefined], [{}], [{ status: 'error', results: [{ id: '1' }] }]])(
    'as a create is halved only when the answer says that nothing was written (%j says it not)',
    async (body) => {
      const { CrmAnswerError } = await import('./error.ts');
      const { batch, calls, run } = batchWorld(() => throwing(new CrmAnswerError('POST', '/x', 400, body)));
      const { failed } = summary(await run(batch.objects.create('contacts', creates(4))));
      expect(Object.values(failed).map(({ ambiguous, retryable }) => [ambiguous, retryable])).toEqual(
        Array(4).fill([true, false]),
      );
      expect(calls).toHaveLength(1);
    },
  );

  test('because of its size is halved, a create too', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) =>
      inputs.length > 30 ? throwing(refusal(413)) : written(inputs),
    );
    expect(summary(await run(batch.objects.create('contacts', creates(100)))).succeeded).toHaveLength(100);
    expect(calls.map(({ inputs }) => inputs.length)).toEqual([100, 50, 25, 25, 50, 25, 25]);
  });

  test('because of the size of one row fails that row', async () => {
    const { batch, calls, run } = batchWorld(() => throwing(refusal(413)));
    expect(summary(await run(batch.objects.create('contacts', creates(1)))).failed[0]).toMatchObject({
      status: 413,
      retryable: false,
    });
    expect(calls).toHaveLength(1);
  });

  test.each([401, 403, 404, 422])('with %i fails at once, and only its rows', async (status) => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) =>
      number === 2 ? throwing(refusal(status)) : written(inputs),
    );
    const result = summary(await run(batch.objects.upsert('contacts', upserts(300))));
    expect([result.succeeded.length, Object.keys(result.failed).length, calls.length]).toEqual([200, 100, 3]);
    expect(result.failed[100]).toMatchObject({ status, retryable: false });
  });
});

describe('a call with a transient failure', () => {
  test.each<[string, () => Error]>([
    ...[408, 423, 500, 502, 503, 504].map((status): [string, () => Error] => [String(status), () => refusal(status)]),
    ['no answer', lost],
  ])('is made again when nothing is made twice by it: %s', async (_name, error) => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) =>
      number === 1 ? throwing(error()) : written(inputs),
    );
    expect(summary(await run(batch.objects.update('contacts', updates(3)))).succeeded).toEqual([0, 1, 2]);
    expect(calls).toHaveLength(2);
  });

  test('is retried at most five times, with backoff', async () => {
    const { batch, calls, run } = batchWorld(() => throwing(refusal(503)));
    const { failed } = summary(await run(batch.objects.update('contacts', updates(2))));
    expect(failed[1]).toEqual({ category: 'HTTP_503', message: expect.any(String), status: 503, retryable: true });
    expect(calls.slice(1).map(({ at }, i) => at - calls[i]!.at - CALL_MS)).toEqual([150, 300, 600, 1200, 2400]);
  });

  test('shares its retries with its halves', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) =>
      throwing(inputs.length === 4 ? refusal(413) : refusal(503)),
    );
    await run(batch.objects.update('contacts', updates(4)));
    expect(calls).toHaveLength(1 + 1 + 5 + 1); // whole, first half and its retries, second half
  });

  test('is retried after Retry-After', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) =>
      number === 1 ? throwing(refusal(503, {}, 4000)) : written(inputs),
    );
    await run(batch.objects.update('contacts', updates(1)));
    expect(calls[1]?.at).toBe(CALL_MS + 4000);
  });

  test('is not retried if Retry-After is hours: the rows report it', async () => {
    const { batch, calls, run } = batchWorld(() => throwing(refusal(477, {}, 3_600_000)));
    const { failed } = summary(await run(batch.objects.update('contacts', updates(1))));
    expect([failed[0], calls.length]).toMatchObject([{ retryable: true, retryAfterSeconds: 3600 }, 1]);
  });

  test('is not retried after the deadline of the invocation', async () => {
    const { batch, calls, run } = batchWorld(() => throwing(refusal(503)), { deadline: 1000 });
    const { failed } = summary(await run(batch.objects.update('contacts', updates(1))));
    expect([failed[0]?.retryable, Math.max(...calls.map(({ at }) => at)) < 1000]).toEqual([true, true]);
  });

  test('is not retried with `retry: false`', async () => {
    const { batch, calls, run } = batchWorld(() => throwing(refusal(503)), { rateLimits: { retry: false } });
    await run(batch.objects.update('contacts', updates(1)));
    expect(calls).toHaveLength(1);
  });

  test('waits 2 s for a locked record', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) =>
      number === 1 ? throwing(refusal(423)) : written(inputs),
    );
    await run(batch.objects.update('contacts', updates(1)));
    expect(calls[1]?.at).toBe(CALL_MS + 2000);
  });

  test.each<[string, () => Error]>([
    ...[408, 423, 500, 502, 503, 504].map((status): [string, () => Error] => [String(status), () => refusal(status)]),
    ['the answer was lost', lost],
  ])('as a create is not made again when it may have run: %s', async (_name, error) => {
    const { batch, calls, run } = batchWorld(() => throwing(error()));
    const { failed } = summary(await run(batch.objects.create('contacts', creates(2))));
    expect(Object.values(failed)).toMatchObject([
      { ambiguous: true, retryable: false },
      { ambiguous: true, retryable: false },
    ]);
    expect(calls).toHaveLength(1);
  });

  test.each<[string, () => Error]>([
    ['the connection is refused', refused],
    ['the edge did not reach the CRM', () => refusal(521)],
  ])('as a create is made again when it surely has not run: %s', async (_name, error) => {
    const { batch, run } = batchWorld(({ inputs }, number) => (number === 1 ? throwing(error()) : written(inputs)));
    expect(summary(await run(batch.objects.create('contacts', creates(2)))).succeeded).toEqual([0, 1]);
  });
});

describe('an exhausted budget', () => {
  test('fails the rows of the call and all later ones, with the hint', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) =>
      number === 3 ? throwing(new CrmBackpressure(3600)) : written(inputs),
    );
    const result = summary(await run(batch.objects.create('contacts', creates(1000))));
    expect(result.failed[250]).toEqual({
      category: 'BACKPRESSURE',
      message: 'CRM rate limit budget exhausted; retry after 3600s.',
      retryable: true,
      retryAfterSeconds: 3600,
    });
    expect(calls.length).toBeLessThan(10);
    const rows = calls.flatMap(({ inputs }, i) => (i === 2 ? [] : inputs.map(nOf)));
    expect(result.succeeded).toEqual(rows.sort((a, b) => a - b));
    expect(result.succeeded.length + Object.keys(result.failed).length).toBe(1000);
  });
});

describe('the deadline of the invocation', () => {
  test('ends a batch with the outcomes so far', async () => {
    const controller = new AbortController();
    const over = Object.assign(new Error('the time is nearly over'), { name: 'TimeoutError' });
    const { batch, calls, run } = batchWorld(
      ({ inputs }, number) => {
        if (number === 5) {
          controller.abort(over);
          throw new CrmNoAnswerError('POST', '/x', over);
        }
        return written(inputs);
      },
      { signal: controller.signal },
    );
    const { succeeded, failed } = await run(batch.objects.create('contacts', creates(1000)));
    expect(succeeded.length + failed.length).toBe(1000);
    expect(failed.filter(({ error }) => error.ambiguous)).toHaveLength(100);
    expect(failed.filter(({ error }) => error.category === 'NOT_SENT').every(({ error }) => error.retryable)).toBe(
      true,
    );
    expect(calls.length).toBeLessThan(10);
  });

  test('ends a wait', async () => {
    const controller = new AbortController();
    const { batch, clock, run } = batchWorld(() => throwing(refusal(503, {}, 9000)), { signal: controller.signal });
    clock.setTimeout(() => controller.abort(new Error('over')), 500);
    const { failed } = await run(batch.objects.update('contacts', updates(1)));
    expect([failed[0]?.error.status, clock.now()]).toEqual([503, 500]);
  });
});

test.each([
  ['a token that is not there now', Object.assign(new Error('gone'), { code: 'token_unavailable' }), true],
  ['an actor that cannot be reached', new Error('gone'), true],
  ['an install that is suspended', Object.assign(new Error('gone'), { code: 'install_suspended' }), false],
  ['a mistake of the caller', new TypeError('gone'), false],
])("an error that is none of the CRM's fails the rows and does not throw: %s", async (_, error, retryable) => {
  const { batch, run } = batchWorld(() => throwing(error));
  const { failed } = summary(await run(batch.objects.update('contacts', updates(1))));
  expect(failed[0]).toEqual({ category: 'NOT_SENT', message: 'gone', retryable });
});
