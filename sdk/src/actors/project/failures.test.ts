import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { FailureGroup, FailureTotals } from '../../checkpoints/failure.ts';
import { addFailures, FAILURES_KEPT_MS, failures, forgetFailures, MAX_FAILURES } from './failures.ts';

function setUp() {
  const fake = fakeState();
  const part = failures(fake.state);
  const group = (fingerprint: string, at: number, portal = '7'): FailureGroup => ({
    totals: {
      fingerprint,
      name: 'Error',
      message: 'no',
      count: 1,
      first: at,
      last: at,
      worker: 'main',
      capabilityId: 'a',
      kind: 'tool',
      surface: 'invoke',
      deployId: 'd',
      portal,
    },
    latest: { invocation: `i${at}`, stack: 'at f', input: '{}' },
  });
  return {
    fake,
    group,
    add: (...groups: FailureGroup[]) => addFailures(fake.state, groups),
    list: () => part.methods?.['failureList']?.(null) as FailureTotals[],
    show: (fingerprint: string) => part.methods?.['failureShow']?.({ fingerprint }) as FailureGroup | null,
  };
}

test('failures are counted by fingerprint, in any order of arrival, and the last one is kept', () => {
  const { fake, group, add, list, show } = setUp();
  const now = fake.clock;
  add(group('a', now - 1), group('b', now - 5));
  add(group('a', now - 9));
  expect(list().map(({ fingerprint, count, first, last }) => [fingerprint, count, first, last])).toEqual([
    ['a', 2, now - 9, now - 1],
    ['b', 1, now - 5, now - 5],
  ]);
  expect(show('a')?.latest.invocation).toBe(`i${now - 1}`);
  expect(show('c')).toBeNull();
});

test('failures end after 30 days, and when 500 others are newer', () => {
  const { fake, group, add, list, show } = setUp();
  add(group('old', fake.clock));
  fake.clock += FAILURES_KEPT_MS + 1;
  expect([list(), show('old')]).toEqual([[], null]);
  add(...Array.from({ length: MAX_FAILURES + 1 }, (_, i) => group(`f${i}`, fake.clock + i)));
  expect([list().length, show('f0'), show('f1')?.totals.count]).toEqual([MAX_FAILURES, null, 1]);
  expect(fake.state.store.list({ prefix: 'failed-as/' }).length).toBe(MAX_FAILURES);
});

test('the data of an erased portal is deleted, and its count stays', () => {
  const { fake, group, add, list, show } = setUp();
  add(group('a', fake.clock, '7'), group('b', fake.clock, '8'));
  forgetFailures(fake.state.store, '7');
  expect(list().length).toBe(2);
  expect([show('a')?.latest.input, show('b')?.latest.input]).toEqual([undefined, '{}']);
});
