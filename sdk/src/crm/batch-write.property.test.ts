/** Properties of batch writes for random responses of the CRM. The CRM of these tests records what it wrote. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BatchCall, batchWorld, type Input, recordOf, refusal, rowError } from '../../test/batch-crm.ts';
import type { CrmBatchResult } from '../context/crm-batch.ts';
import type { CrmObject } from '../context/crm-records.ts';
import { CrmAnswerError, CrmNoAnswerError } from './error.ts';
import { CrmBackpressure } from './gate/backpressure.ts';

/** What the CRM does with one call. `picks` selects rows by their place in the call. */
interface Outcome {
  readonly kind: (typeof KINDS)[number];
  readonly picks: readonly boolean[];
  readonly commits: boolean;
}

const KINDS = [
  'ok',
  'untraced',
  'rows invalid',
  'rows rate limited',
  'rows broken',
  'rows silent',
  'rows unnamed',
  'no body',
  '400 of the CRM',
  '400 that names rows',
  '409 of the CRM',
  '400 of somebody',
  '401',
  '403',
  '413',
  '423',
  '500',
  '503',
  '503 later',
  '521',
  'lost',
  'not connected',
  'backpressure',
] as const;

const NEVER_WRITES: readonly Outcome['kind'][] = [
  '400 of the CRM',
  '400 that names rows',
  '409 of the CRM',
  '401',
  '403',
  '413',
  '521',
  'not connected',
  'backpressure',
];

const outcome: fc.Arbitrary<Outcome> = fc.record({
  kind: fc.constantFrom(...KINDS),
  picks: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  commits: fc.boolean(),
});

/** What the test records about each row, by number. */
interface Truth {
  readonly written: Map<number, number>;
  readonly confirmed: Set<number>;
  readonly sentAfterSuccess: Set<number>;
}

const nOf = ({ properties }: Input) => Number((properties as { readonly n: string }).n);

function crmOf(script: readonly Outcome[], truth: Truth) {
  const write = (inputs: readonly Input[]) =>
    inputs.forEach((input) => truth.written.set(nOf(input), (truth.written.get(nOf(input)) ?? 0) + 1));
  const confirm = (inputs: readonly Input[], show: (input: Input) => object = recordOf) => {
    write(inputs);
    inputs.forEach((input) => truth.confirmed.add(nOf(input)));
    return { status: 'COMPLETE', results: inputs.map(show).reverse() };
  };
  return ({ inputs }: BatchCall, number: number): unknown => {
    inputs.forEach((input) => truth.confirmed.has(nOf(input)) && truth.sentAfterSuccess.add(nOf(input)));
    const { kind, picks, commits } = script[number - 1] ?? { kind: 'ok', picks: [false], commits: false };
    const picked = inputs.filter((_, i) => picks[i % picks.length]);
    const others = inputs.filter((input) => !picked.includes(input));
    const traces = { objectWriteTraceId: picked.map((input) => input.objectWriteTraceId as string) };
    const rows = (errors: readonly object[]) => ({ ...confirm(others), ...(picked.length > 0 && { errors }) });
    if (commits && !NEVER_WRITES.includes(kind) && !['ok', 'untraced'].includes(kind) && !kind.startsWith('rows')) {
      write(inputs);
    }
    switch (kind) {
      case 'ok':
        return confirm(inputs);
      case 'untraced':
        return confirm(inputs, (input) => ({ ...recordOf(input), objectWriteTraceId: undefined }));
      case 'rows invalid':
        return rows([rowError('VALIDATION_ERROR', traces)]);
      case 'rows rate limited':
        return rows([rowError('RATE_LIMITS', traces)]);
      case 'rows broken':
        write(commits ? picked : []);
        return rows([rowError('INTERNAL_ERROR', traces)]);
      case 'rows silent':
        write(commits ? picked : []);
        return confirm(others);
      case 'rows unnamed':
        return rows([{ status: 'error', category: 'CONFLICT', message: 'exists' }]);
      case 'no body':
        return undefined;
      case '400 of the CRM':
        throw refusal(400, { category: 'VALIDATION_ERROR' });
      case '400 that names rows':
        throw refusal(400, { category: 'VALIDATION_ERROR', errors: [{ message: 'bad', context: traces }] });
      case '409 of the CRM':
        throw refusal(409, { category: 'CONFLICT' });
      case '400 of somebody':
        throw new CrmAnswerError('POST', '/x', 400, '<html>');
      case '503 later':
        throw refusal(503, {}, 3_600_000);
      case 'lost':
        throw new CrmNoAnswerError('POST', '/x', new Error('reset'));
      case 'not connected':
        throw new CrmNoAnswerError('POST', '/x', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
      case 'backpressure':
        throw new CrmBackpressure(60);
      default:
        throw refusal(Number(kind));
    }
  };
}

const OPERATIONS = ['create', 'update', 'upsert'] as const;
type Operation = (typeof OPERATIONS)[number];

async function perform(operation: Operation, count: number, script: readonly Outcome[], keys: readonly number[]) {
  const truth: Truth = { written: new Map(), confirmed: new Set(), sentAfterSuccess: new Set() };
  const world = batchWorld(crmOf(script, truth));
  const rows = Array.from({ length: count }, (_, i) => {
    const key = operation === 'create' ? i : (keys[i % keys.length] ?? i);
    return { id: String(key), ...(operation === 'upsert' && { idProperty: 'code' }), properties: { n: String(i) } };
  });
  const write = world.batch.objects[operation] as (
    objectType: string,
    rows: unknown,
  ) => Promise<CrmBatchResult<CrmObject, unknown>>;
  const result = await world.run(write('contacts', rows));
  return { ...world, ...truth, result, rows };
}

const counts = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 90, max: 320 }));
const scripts = fc.array(outcome, { maxLength: 40 });
/** Few keys, so that rows often share one. */
const keyLists = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 120 });

/** Runs the operation with random responses. */
async function always(
  operations: readonly Operation[],
  holds: (done: Awaited<ReturnType<typeof perform>>) => void,
): Promise<void> {
  const property = fc.asyncProperty(
    fc.constantFrom(...operations),
    counts,
    scripts,
    keyLists,
    async (operation, count, script, keys) => {
      holds(await perform(operation, count, script, keys));
    },
  );
  await fc.assert(property, { numRuns: 300 });
}

describe('for any responses of the CRM', () => {
  test('every row is in exactly one of the lists, in order', async () => {
    await always(OPERATIONS, ({ result: { succeeded, failed }, rows }) => {
      const places = [succeeded, failed].map((list) => list.map(({ index }) => index));
      expect(places).toEqual(places.map((list) => [...list].sort((a, b) => a - b)));
      expect(places.flat().sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
      expect(failed.filter(({ index, input }) => input !== rows[index])).toEqual([]);
      expect(failed.map(({ error }) => error)).toMatchObject(
        failed.map(() => ({
          category: expect.any(String),
          message: expect.any(String),
          retryable: expect.any(Boolean),
        })),
      );
    });
  });

  test('a row succeeds only if the CRM reports it, and has its own result', async () => {
    await always(OPERATIONS, ({ result: { succeeded }, confirmed }) => {
      expect(succeeded.map(({ index }) => index)).toEqual([...confirmed].sort((a, b) => a - b));
      expect(succeeded.map(({ result }) => result.properties['n'])).toEqual(
        succeeded.map(({ index }) => String(index)),
      );
    });
  });

  test('no row is sent again after it has succeeded', async () => {
    await always(OPERATIONS, ({ sentAfterSuccess }) => expect([...sentAfterSuccess]).toEqual([]));
  });

  test('no record is created twice, and a row that may have been applied is ambiguous', async () => {
    await always(['create'], ({ result: { failed }, written }) => {
      expect([...written.values()].filter((times) => times > 1)).toEqual([]);
      expect(failed.filter(({ index, error }) => written.has(index) && error.ambiguous !== true)).toEqual([]);
      expect(failed.filter(({ error }) => error.ambiguous === true && error.retryable !== false)).toEqual([]);
    });
  });

  test('rows with one key go in separate calls, in order', async () => {
    await always(['update', 'upsert'], ({ calls, rows }) => {
      const last = new Map<string, number>();
      expect(calls.filter(({ inputs }) => new Set(inputs.map(({ id }) => id)).size !== inputs.length)).toEqual([]);
      const isAfterLast = (input: (typeof calls)[number]['inputs'][number]) => {
        const key = rows[nOf(input)]!.id;
        const isInOrder = nOf(input) >= (last.get(key) ?? 0);
        last.set(key, nOf(input));
        return isInOrder;
      };
      expect(calls.flatMap(({ inputs }) => inputs).filter((input) => !isAfterLast(input))).toEqual([]);
    });
  });

  test('the number of calls is bounded by the number of rows', async () => {
    await always(OPERATIONS, ({ calls, rows }) => {
      expect(calls.every(({ inputs }) => inputs.length > 0 && inputs.length <= 100)).toBe(true);
      // Halving makes at most two calls per row. Each first call has five retries.
      expect(calls.length).toBeLessThanOrEqual(8 * Math.max(1, rows.length));
    });
  });
});
