import { describe, expect, test } from 'vitest';
import type { Host } from '../platform/host.ts';
import { traced, traceOf } from './traced.ts';

const ID = '0af7651916cd43dd8448eb211c80319c';

describe('traceOf', () => {
  test('reads the trace id of a traceparent', () => {
    expect(traceOf(`00-${ID}-b7ad6b7169203331-01`)).toBe(ID);
  });

  test.each([
    null,
    '',
    ID,
    `00-${ID}-b7ad6b7169203331`,
    `00-${ID.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${ID}-b7ad6b7169203331-01-more`,
    `00-${ID}\n-b7ad6b7169203331-01`,
  ])('is undefined for %j', (header) => {
    expect(traceOf(header)).toBeUndefined();
  });
});

test('a traced host names the trace in log lines and observations, and is the host otherwise', () => {
  const seen: object[] = [];
  const host = { log: (line: object) => seen.push(line), observe: (one: object) => seen.push(one), isShared: true };
  const one = traced(host as unknown as Host, ID);
  one.log({ message: 'a line' } as never);
  one.observe({ type: 'crmCall' } as never);
  expect(seen).toEqual([
    { message: 'a line', trace: ID },
    { type: 'crmCall', trace: ID },
  ]);
  expect(one.isShared).toBe(true);
});
