import { describe, expect, test } from 'vitest';
import hostile from '../../../contract/redaction/hostile.json' with { type: 'json' };
import vectors from '../../../contract/redaction/redaction.json' with { type: 'json' };
import { REDACTED, type RedactOptions, redact } from '../index.ts';

interface Vector {
  readonly name: string;
  readonly value: unknown;
  readonly options?: RedactOptions;
  readonly expect: unknown;
}

describe('redact', () => {
  test.each(vectors as Vector[])('follows the vector: $name', ({ value, options, expect: expected }) => {
    const before = JSON.stringify(value);
    const redacted = redact(value, options);
    expect(redacted).toEqual(expected);
    expect(JSON.stringify(value)).toBe(before);
  });

  test.each(hostile as { name: string; start?: string; repeat: string; end: string }[])(
    'takes linear time for 1 MB of $name',
    ({ start = '', repeat, end }) => {
      const text = start + repeat.repeat(Math.ceil(2 ** 20 / repeat.length)) + end;
      redact([text, { [text]: 1 }]); // quadratic time is minutes, more than the runner's limit
    },
  );

  test('copies maps, sets, dates, boxed values and binary data', () => {
    const bytes = new Uint8Array([1]);
    const at = new Date(0);
    const copy = redact({
      map: new Map<unknown, unknown>([
        ['token', 1],
        ['a@b.io', 'a@b.io'],
        [{ password: 1 }, 2],
      ]),
      set: new Set(['a@b.io', 1]),
      at,
      bytes,
      boxed: Object('a@b.io'),
      big: 10n,
    }) as Record<string, unknown>;
    expect(copy).toEqual({
      map: new Map<unknown, unknown>([
        ['token', REDACTED],
        [`${REDACTED} 1`, REDACTED],
        [{ password: REDACTED }, 2],
      ]),
      set: new Set([REDACTED, 1]),
      at,
      bytes,
      boxed: REDACTED,
      big: 10n,
    });
    expect(copy['at']).not.toBe(at);
  });

  test('copies errors with message, stack and cause', () => {
    const error = Object.assign(new TypeError('no a@b.io', { cause: new Error('token pat-na1-1') }), { password: 1 });
    error.stack = 'at a@b.io';
    expect(redact(error)).toMatchObject({
      name: 'TypeError',
      message: `no ${REDACTED}`,
      stack: `at ${REDACTED}`,
      cause: { message: `token ${REDACTED}` },
      password: REDACTED,
    });
  });

  test('uses the result of toJSON and omits symbols', () => {
    const value = {
      url: new URL('https://x.example/?q=a@b.io'),
      [Symbol('s')]: 'a@b.io',
      own: { toJSON: () => 'a@b.io' },
    };
    const copy = redact(value) as object;
    expect(copy).toEqual({ url: `https://x.example/?q=${REDACTED}`, own: REDACTED });
    expect(Object.getOwnPropertySymbols(copy)).toEqual([]);
  });

  test('redacts an object that contains itself, and copies a shared one', () => {
    const shared = { n: 1 };
    const cycle: Record<string, unknown> = { a: shared, b: [shared] };
    cycle['self'] = cycle;
    expect(redact(cycle)).toEqual({ a: shared, b: [shared], self: REDACTED });
  });

  test('terminates for an object with many paths, and for a proxy that creates objects endlessly', () => {
    let shared: unknown = 1;
    for (let level = 0; level < 8; level += 1) {
      shared = Array.from({ length: 100 }, () => shared);
    }
    expect(redact(shared)).toHaveLength(100);
    const endless = (): object =>
      new Proxy(Array(8).fill(0), { get: (t, key) => (key === 'length' ? t.length : endless()) });
    expect(redact(endless())).toHaveLength(8);
    const sparse: unknown[] = [];
    sparse[2 ** 32 - 2] = 'a@b.io';
    expect((redact(sparse) as unknown[])[2 ** 32 - 2]).toBe(REDACTED);
  });

  test('never throws', () => {
    const bad = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    const getter = {
      fine: 1,
      get worse(): never {
        throw new Error('no');
      },
    };
    expect(
      redact({
        bad,
        revoked: revoked.proxy,
        getter,
        toJSON: {
          toJSON() {
            throw 1;
          },
        },
      } as object),
    ).toEqual({
      bad: REDACTED,
      revoked: REDACTED,
      getter: { fine: 1, worse: REDACTED },
      toJSON: REDACTED,
    });
    expect(
      redact(
        { a: 1 },
        {
          get fields(): never {
            throw new Error('no');
          },
        },
      ),
    ).toBe(REDACTED);
    expect(redact({ a: 1 }, null as never)).toBe(REDACTED);
    expect(redact({ a: { b: 1 } }, { maxDepth: Number.NaN, fields: [] })).toEqual({ a: { b: 1 } });
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) {
      deep = [deep];
    }
    expect(JSON.stringify(redact(deep, { maxDepth: Infinity }))).toHaveLength(100 * 2 + REDACTED.length + 2);
  });

  test('copies a key named __proto__ as a key', () => {
    const copy = redact(JSON.parse('{"__proto__": {"polluted": "a@b.io"}}')) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe(`{"__proto__":{"polluted":"${REDACTED}"}}`);
  });
});
