import { describe, expect, test } from 'vitest';
import type { CrmBatchObjects } from '../context/crm-batch.ts';
import { isBackpressure } from '../crm/gate/backpressure.ts';
import type { StagedRow } from '../protocol/sync.ts';
import type { RowRules } from './rows.ts';
import { PermanentSyncError } from './source/sync-errors.ts';
import { upsertChunk } from './upsert.ts';

const rules: RowRules = { worker: 'main', sync: 's', idProperty: 'email' };
const row = (key: string): StagedRow => ({ key, properties: { name: key }, data: { name: key } });

interface Given {
  readonly index: number;
  readonly category: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** Writes rows, of which some fail with these errors. */
function written(keys: readonly string[], failures: readonly Given[], isLastTry = false, of = rules) {
  const upsert = async (_type: string, inputs: readonly unknown[]) => ({
    succeeded: inputs.flatMap((_, index) => (failures.some((one) => one.index === index) ? [] : [{ index }])),
    failed: failures.map(({ index, retryable = false, ...error }) => ({
      index,
      error: { message: 'no', retryable, ...error },
    })),
  });
  return upsertChunk(upsert as unknown as CrmBatchObjects['upsert'], 'contacts', of, keys.map(row), isLastTry);
}

describe('rows that the CRM may have written without a response', () => {
  test.each(['NO_ANSWER', 'UNCONFIRMED'])('must be reconciled: %s', async (category) => {
    const { left, needsReconcile, isUnsent } = await written(['a', 'b'], [{ index: 1, category, retryable: true }]);
    expect([left.map(({ key }) => key), needsReconcile, isUnsent]).toEqual([['b'], true, false]);
  });

  test.each([
    ['NOT_SENT', true],
    ['BACKPRESSURE', false],
    ['RATE_LIMITS', false],
  ])('are not those that failed with %s', async (category, isNotSent) => {
    const { left, needsReconcile, isUnsent } = await written(['a', 'b'], [{ index: 1, category, retryable: true }]);
    expect([left.map(({ key }) => key), needsReconcile, isUnsent]).toEqual([['b'], false, isNotSent]);
  });
});

describe('an error of one row', () => {
  const unknown = 'Property values were not valid: [{"error":"PROPERTY_DOESNT_EXIST","name":"first"}]';
  const withSchema = { ...rules, schema: { name: 'first' } };

  test.each([
    ['an unknown property of the schema', { category: 'VALIDATION_ERROR', status: 400, message: unknown }, withSchema],
    ['an id property that is not unique', { category: 'VALIDATION_ERROR', status: 400, message: 'non-unique' }, rules],
    ['a missing scope', { category: 'MISSING_SCOPES', status: 403 }, rules],
    ['an object type that is unknown', { category: 'OBJECT_NOT_FOUND', status: 404 }, rules],
  ])('that every row would have fails the sync: %s', async (_what, error, of) => {
    const writing = written(['a', 'b'], [{ index: 1, ...error }], false, of);
    await expect(writing).rejects.toBeInstanceOf(PermanentSyncError);
    await expect(writing).rejects.toThrow('the CRM refuses the rows: ');
  });

  test.each([
    ['an invalid value', { category: 'VALIDATION_ERROR', status: 400 }, withSchema],
    ['a property of one row without a schema', { category: 'VALIDATION_ERROR', status: 400, message: unknown }, rules],
    ['a conflict', { category: 'CONFLICT', status: 409 }, rules],
    ['no confirmation', { category: 'UNCONFIRMED' }, rules],
  ])('that is its own quarantines the row: %s', async (_what, error, of) => {
    const { refused, upserted } = await written(['a', 'b'], [{ index: 1, ...error }], false, of);
    expect([refused.map(({ key }) => key), upserted]).toEqual([['b'], 1]);
  });
});

test('an exhausted budget asks for the longest of the hints', async () => {
  const { because } = await written(
    ['a', 'b', 'c'],
    [7, 30, undefined].map((retryAfterSeconds, index) => ({
      index,
      category: 'BACKPRESSURE',
      retryable: true,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })),
  );
  expect(isBackpressure(because) && because.retryAfterSeconds).toBe(30);
});

test('all rows of a record are sent again if one is', async () => {
  const { left, upserted, refused } = await written(
    ['A@x.example', 'b', 'a@x.example'],
    [{ index: 2, category: 'NO_ANSWER', retryable: true }],
  );
  expect([left.map(({ key }) => key), upserted, refused]).toEqual([['A@x.example', 'a@x.example'], 1, []]);
});

test('the last try quarantines a row with a failure of its own, and no other', async () => {
  const own = { category: 'UNCONFIRMED', retryable: true };
  const common = { category: 'NO_ANSWER', retryable: true };
  const given = [
    { index: 0, ...own },
    { index: 1, ...common },
  ];
  const last = await written(['a', 'b'], given, true);
  expect([last.refused.map(({ key }) => key), last.left.map(({ key }) => key)]).toEqual([['a'], ['b']]);
  const before = await written(['a', 'b'], given);
  expect([before.refused, before.left.map(({ key }) => key)]).toEqual([[], ['a', 'b']]);
});

test.each([400, 409, 413, 207])('a refusal with %i concerns its row', async (status) => {
  const { refused, upserted, left } = await written(['a', 'b'], [{ index: 0, category: 'VALIDATION_ERROR', status }]);
  expect([refused.map(({ key }) => key), upserted, left]).toEqual([['a'], 1, []]);
});

test.each([401, 403, 404, 422])('a refusal with %i fails the run', async (status) => {
  await expect(written(['a', 'b'], [{ index: 0, category: 'X', status }])).rejects.toThrow('the CRM refuses the rows');
});
