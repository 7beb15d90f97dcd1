import { describe, expect, test } from 'vitest';
import { batchWorld, CALL_MS, type Input, recordOf, refusal, rowError, written } from '../../test/batch-crm.ts';
import type { CrmBatchResult } from '../context/crm-batch.ts';
import { CrmNoAnswerError } from './error.ts';
import { CrmBackpressure } from './gate/backpressure.ts';

const creates = (count: number) => Array.from({ length: count }, (_, i) => ({ properties: { n: String(i) } }));
const upserts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `v${i}`, idProperty: 'code', properties: { n: String(i) } }));
const updates = (count: number) => Array.from({ length: count }, (_, i) => ({ id: String(i), properties: { n: 'x' } }));
const traceOf = ({ objectWriteTraceId }: Input) => objectWriteTraceId as string;
const nOf = ({ properties }: Input) => Number((properties as { n: string }).n);
const lost = () => new CrmNoAnswerError('POST', '/x', new Error('connection reset'));
const refused = () =>
  new CrmNoAnswerError(
    'POST',
    '/x',
    new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) }),
  );

/** Indexes of the rows that succeeded, and the failures by index. */
function summary(result: CrmBatchResult<unknown, unknown>) {
  return {
    succeeded: result.succeeded.map(({ index }) => index),
    failed: Object.fromEntries(result.failed.map(({ index, error }) => [index, error])),
  };
}

function throwing(error: unknown): never {
  throw error;
}

describe('a batch write', () => {
  test('of no rows makes no call', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs));
    expect(await run(batch.objects.create('contacts', []))).toEqual({ succeeded: [], failed: [] });
    expect(calls).toEqual([]);
  });

  test.each([
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [1000, Array(10).fill(100)],
  ])('of %i rows makes calls of up to 100', async (count, sizes) => {
    const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs));
    const { succeeded, failed } = await run(batch.objects.upsert('contacts', upserts(count)));
    expect([calls.map(({ inputs }) => inputs.length), succeeded.length, failed]).toEqual([sizes, count, []]);
  });

  test('returns the results in the order of the input, in whatever order the CRM returns them', async () => {
    const { batch, run } = batchWorld(({ inputs }) => written(inputs));
    const { succeeded } = await run(batch.objects.create('contacts', creates(150)));
    expect(succeeded.map(({ index, result }) => [index, result.properties['n']])).toEqual(
      creates(150).map((_, i) => [i, String(i)]),
    );
  });

  test.each(['create', 'update', 'upsert'] as const)(
    'always sends a trace id of its own with each row: %s',
    async (kind) => {
      const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs));
      await run<unknown>(batch.objects[kind]('contacts', upserts(120)));
      const traces = calls.flatMap(({ inputs }) => inputs.map(traceOf));
      expect(traces.every((trace) => typeof trace === 'string' && trace !== '')).toBe(true);
      expect(new Set(traces).size).toBe(120);
    },
  );

  test('sends only members that the API knows', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs));
    await run(batch.objects.update('contacts', [{ id: '7', properties: { a: 1 }, extra: 1 } as never]));
    await run(batch.objects.archive('contacts', ['7']));
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      [
        '/crm/v3/objects/contacts/batch/update',
        { inputs: [{ id: '7', properties: { a: 1 }, objectWriteTraceId: 'row-0' }] },
      ],
      ['/crm/v3/objects/contacts/batch/archive', { inputs: [{ id: '7' }] }],
    ]);
  });

  test('sends rows with the same key in separate calls, in order', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs));
    const rows = [
      ...upserts(100),
      { id: ' V3 ', idProperty: 'code', properties: { n: 'later' } },
      ...upserts(100).slice(50),
    ];
    const { succeeded } = await run(batch.objects.upsert('contacts', rows));
    expect(succeeded).toHaveLength(151);
    expect(calls.map(({ inputs, at }) => [inputs.length, at])).toEqual([
      [100, 0],
      [51, CALL_MS],
    ]);
    expect(calls[1]?.inputs[0]).toMatchObject({ properties: { n: 'later' } });
  });

  test('fails an invalid row and sends the others', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs));
    const rows = [{ properties: { n: '0' } }, undefined, { properties: null }, 'text', { properties: { n: '4' } }];
    const result = summary(await run(batch.objects.create('contacts', rows as never)));
    expect(result.succeeded).toEqual([0, 4]);
    expect(
      Object.entries(result.failed).map(([place, { category, retryable }]) => [place, category, retryable]),
    ).toEqual(['1', '2', '3'].map((place) => [place, 'INVALID_ROW', false]));
    expect(calls).toHaveLength(1);
  });

  test.each([undefined, null, 'x', {}])('of a value that is not a list (%j) fails', async (rows) => {
    const { batch, run } = batchWorld(({ inputs }) => written(inputs));
    await expect(run(batch.objects.create('contacts', rows as never))).rejects.toThrow(
      /invalid rows: expected an array/,
    );
  });
});

describe('rows of a 207 response', () => {
  test('are matched by the trace ids of errors', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => {
      const bad = inputs.filter((input) => nOf(input) % 10 === 0);
      const errors = [rowError('VALIDATION_ERROR', { objectWriteTraceId: bad.map(traceOf) }, 'not valid')];
      return written(
        inputs.filter((input) => !bad.includes(input)),
        { numErrors: 1, errors },
      );
    });
    const { succeeded, failed } = await run(batch.objects.create('contacts', creates(30)));
    expect(succeeded.map(({ index }) => index)).toEqual(
      creates(30)
        .map((_, i) => i)
        .filter((i) => i % 10 !== 0),
    );
    expect(failed).toEqual(
      [0, 10, 20].map((index) => ({
        index,
        input: { properties: { n: String(index) } },
        error: { category: 'VALIDATION_ERROR', message: 'not valid', status: 207, retryable: false },
      })),
    );
    expect(calls).toHaveLength(1);
  });

  test('are matched by id if an error has no trace id', async () => {
    const { batch, run } = batchWorld(({ inputs }) =>
      written(
        inputs.filter(({ id }) => id !== '1'),
        { errors: [rowError('OBJECT_NOT_FOUND', { ids: ['1'] })] },
      ),
    );
    const result = summary(await run(batch.objects.update('contacts', updates(3))));
    expect([result.succeeded, result.failed[1]?.category]).toEqual([[0, 2], 'OBJECT_NOT_FOUND']);
  });

  test('with a transient error are retried, the others are not', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) =>
      number === 1
        ? written(inputs.slice(1), {
            errors: [rowError('INTERNAL_ERROR', { objectWriteTraceId: [traceOf(inputs[0]!)] })],
          })
        : written(inputs),
    );
    expect(summary(await run(batch.objects.upsert('contacts', upserts(3))))).toEqual({
      succeeded: [0, 1, 2],
      failed: {},
    });
    expect(calls.map(({ inputs }) => inputs.map(({ id }) => id))).toEqual([['v0', 'v1', 'v2'], ['v0']]);
  });

  test('of a create that may have been applied are not retried', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => ({
      results: [],
      errors: [
        rowError('INTERNAL_ERROR', { objectWriteTraceId: [traceOf(inputs[0]!)] }),
        rowError('VALIDATION_ERROR', { objectWriteTraceId: [traceOf(inputs[1]!)] }),
      ],
    }));
    const { failed } = summary(await run(batch.objects.create('contacts', creates(2))));
    expect([failed[0], failed[1]]).toMatchObject([
      { ambiguous: true, retryable: false },
      { category: 'VALIDATION_ERROR' },
    ]);
    expect(failed[1]).not.toHaveProperty('ambiguous');
    expect(calls).toHaveLength(1);
  });

  test('of a create that hit the rate limit are retried', async () => {
    const { batch, run } = batchWorld(({ inputs }, number) =>
      number === 1
        ? { results: [], errors: [rowError('RATE_LIMITS', { objectWriteTraceId: inputs.map(traceOf) })] }
        : written(inputs),
    );
    expect(summary(await run(batch.objects.create('contacts', creates(2)))).succeeded).toEqual([0, 1]);
  });

  test('without a result get the only error that names no row', async () => {
    const { batch, run } = batchWorld(({ inputs }) =>
      written(inputs.slice(1), { errors: [{ status: 'error', category: 'CONFLICT', message: 'exists' }] }),
    );
    const result = summary(await run(batch.objects.create('contacts', creates(3))));
    expect([result.succeeded, result.failed[0]]).toMatchObject([[1, 2], { category: 'CONFLICT', message: 'exists' }]);
  });
});

describe('a row that the response omits', () => {
  test('has failed', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => written(inputs.slice(0, -1)));
    const result = summary(await run(batch.objects.update('contacts', updates(3))));
    expect([result.succeeded, result.failed[2]]).toMatchObject([[0, 1], { category: 'UNCONFIRMED', retryable: true }]);
    expect(calls).toHaveLength(1);
  });

  test('of a create is ambiguous', async () => {
    const { batch, run } = batchWorld(({ inputs }) => written(inputs.slice(0, -1)));
    const { failed } = summary(await run(batch.objects.create('contacts', creates(3))));
    expect(failed[2]).toMatchObject({ category: 'UNCONFIRMED', ambiguous: true, retryable: false });
  });

  test.each([undefined, 'OK', [], { results: 'all' }, { results: [null, 5] }])(
    'is every row of an answer that is none (%j)',
    async (answer) => {
      const { batch, run } = batchWorld(() => answer);
      const result = summary(await run(batch.objects.upsert('contacts', upserts(2))));
      expect([result.succeeded, result.failed[0]?.category, result.failed[1]?.category]).toEqual([
        [],
        'UNCONFIRMED',
        'UNCONFIRMED',
      ]);
    },
  );

  test('of an archive has succeeded, since its responses have no results', async () => {
    const { batch, run } = batchWorld(() => undefined);
    const result = await run(batch.objects.archive('contacts', ['1', '2']));
    expect(result).toEqual({ succeeded: [0, 1].map((index) => ({ index, result: undefined })), failed: [] });
  });
});

describe('results without trace ids', () => {
  const untraced = (inputs: readonly Input[]) => ({
    results: inputs.map((input) => ({ ...recordOf(input), objectWriteTraceId: undefined })).reverse(),
  });

  test.each(['update', 'upsert'] as const)('are matched by id: %s', async (kind) => {
    const { batch, run } = batchWorld(({ inputs }) => untraced(inputs));
    const { succeeded, failed } = await run(batch.objects[kind]('contacts', upserts(20)));
    expect([succeeded.map(({ index, result }) => `${index} ${result.properties['n']}`), failed]).toEqual([
      upserts(20).map((_, i) => `${i} ${i}`),
      [],
    ]);
  });

  test('of a create are matched by their properties', async () => {
    const { batch, run } = batchWorld(({ inputs }) => untraced(inputs));
    const { succeeded } = await run(batch.objects.create('contacts', creates(20)));
    expect(succeeded.map(({ index, result }) => `${index} ${result.properties['n']}`)).toEqual(
      creates(20).map((_, i) => `${i} ${i}`),
    );
  });
});

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
    ['nobody took the connection', refused],
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
