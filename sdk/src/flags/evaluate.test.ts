/** Evaluates the vectors of the contract, and values that JSON cannot hold. */

import { describe, expect, it } from 'vitest';
import buckets from '../../../contract/flags/buckets.json' with { type: 'json' };
import single from '../../../contract/flags/evaluate.json' with { type: 'json' };
import all from '../../../contract/flags/evaluate-all.json' with { type: 'json' };
import hashes from '../../../contract/flags/murmur3.json' with { type: 'json' };
import type { FlagEvaluationResult } from '../context/flags.ts';
import * as sdk from '../index.ts';
import { murmur3 } from './murmur3.ts';
import { bucket } from './split.ts';

type Evaluator = (snapshot: unknown, context: unknown, defaultValue: unknown) => FlagEvaluationResult;

interface Vector {
  readonly name: string;
  readonly call: string;
  readonly snapshot: unknown;
  readonly context: unknown;
  readonly default: unknown;
  readonly want: Readonly<Record<string, unknown>>;
}

const vectors = single as unknown as Vector[];

/** Checks the message and removes it: vectors do not contain it. */
function withoutMessage({ errorMessage, ...result }: FlagEvaluationResult): object {
  expect(typeof errorMessage).toBe(result.reason === 'ERROR' ? 'string' : 'undefined');
  return result;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
  }
  return Object.freeze(value);
}

describe('evaluators', () => {
  it.each(vectors)('$call: $name', ({ call, snapshot, context, default: defaultValue, want }) => {
    const evaluate = (sdk as unknown as Record<string, Evaluator>)[call]!;
    expect(withoutMessage(evaluate(frozen(snapshot), frozen(context), defaultValue))).toEqual(want);
  });

  it('have vectors for every operator, reason and error code', () => {
    const text = JSON.stringify(vectors);
    const words = [
      ...['eq', 'neq', 'in', 'notIn', 'contains', 'startsWith', 'endsWith', 'gt', 'gte', 'lt', 'lte', 'exists'].map(
        (op) => `"op":"${op}"`,
      ),
      ...['TARGETING_MATCH', 'SPLIT', 'DISABLED', 'DEFAULT', 'ERROR'].map((reason) => `"reason":"${reason}"`),
      ...['FLAG_NOT_FOUND', 'TYPE_MISMATCH', 'GENERAL'].map((code) => `"errorCode":"${code}"`),
    ];
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });

  it('never throw, even when reading a snapshot or a context does', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        getOwnPropertyDescriptor: () => {
          throw 'no';
        },
      },
    );
    const flag = {
      ...(vectors[1]!.snapshot as object),
      rules: [{ id: 'r', when: [{ attr: 'a', op: 'eq', values: [1] }], serve: {} }],
    };
    for (const [snapshot, context] of [
      [hostile, {}],
      [flag, hostile],
      [{ ...flag, variations: hostile }, {}],
      [{ ...flag, default: Object.create(null) }, {}],
    ]) {
      expect(sdk.evaluateFlag(snapshot as never, context as never, 'd')).toMatchObject({
        value: 'd',
        reason: 'ERROR',
        errorCode: 'GENERAL',
      });
    }
    expect(sdk.evaluateFlag(undefined, {}, 'd')).toMatchObject({ value: 'd', errorCode: 'FLAG_NOT_FOUND' });
    expect(
      sdk.evaluateNumberFlag({ ...flag, type: 'number', rules: [], variations: { off: NaN } } as never, {}, 1),
    ).toMatchObject({ value: 1, errorCode: 'TYPE_MISMATCH' });
  });
});

describe('evaluateFlags', () => {
  it.each(all)('$name', ({ snapshots, context, defaults, want }) => {
    const results: Record<string, FlagEvaluationResult> = sdk.evaluateFlags(
      frozen(snapshots) as never,
      frozen(context),
      defaults,
    );
    expect(Object.fromEntries(Object.entries(results).map(([key, result]) => [key, withoutMessage(result)]))).toEqual(
      want,
    );
  });
});

describe('the hash of splits', () => {
  it.each(hashes)('murmur3 of $text is $hash', ({ text, hash }) => {
    expect(murmur3(text)).toBe(hash);
  });

  it.each(buckets)('$salt:$key:$by is in bucket $bucket', ({ salt, key, by, bucket: want }) => {
    expect(bucket(salt, key, by)).toBe(want);
  });

  it('distributes keys evenly', () => {
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i++) {
      tenths[Math.floor(bucket('s', 'k', `portal-${i}`) / 10_000)]! += 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(1_800);
    expect(Math.max(...tenths)).toBeLessThan(2_200);
  });

  it('keeps every subject in a part that grows', () => {
    const on = (weight: number, targetingKey: string) =>
      sdk.evaluateBooleanFlag(
        {
          ...(vectors[0]!.snapshot as sdk.FlagSnapshot),
          rollout: {
            split: [
              { variation: 'on', weight },
              { variation: 'off', weight: 100_000 - weight },
            ],
          },
        },
        { targetingKey },
        false,
      ).value;
    const keys = Array.from({ length: 500 }, (_, i) => `${i}`);
    const early = keys.filter((key) => on(10_000, key));
    expect(early.length).toBeGreaterThan(20);
    expect(early.filter((key) => !on(20_000, key))).toEqual([]);
  });
});
