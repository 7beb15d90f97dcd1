import { describe, expect, test } from 'vitest';
import {
  batchWorld,
  CALL_MS,
  creates,
  type Input,
  nOf,
  recordOf,
  rowError,
  summary,
  traceOf,
  updates,
  upserts,
  written,
} from '../../test/batch-crm.ts';

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
        { inputs: [{ id: '7', properties: { a: '1' }, objectWriteTraceId: 'row-0' }] },
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
