import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { type Claimed, deliveries } from './deliveries.ts';

const DAY = 86_400_000;

function setUp() {
  const fake = fakeState();
  const part = deliveries(fake.state);
  const call = <T>(method: string, args: object, delivery = 'd') =>
    part.methods![method]!({ worker: 'w', trigger: 't', delivery, ...args }) as T;
  return {
    fake,
    claim: (claim: string, delivery?: string) => call<Claimed>('deliveryClaim', { claim, forMs: 35_000 }, delivery),
    release: (claim: string) => call('deliveryRelease', { claim }),
    done: () => call('deliveryDone', { since: fake.clock }),
    seen: () => call<boolean>('deliverySeen', {}),
    sweep: () => part.due!['seenEnds']!(''),
  };
}

describe('a delivery', () => {
  test('is claimed by one of many workers until it has run', () => {
    const { claim, done } = setUp();
    expect(claim('a')).toEqual({ state: 'mine' });
    expect(claim('b')).toEqual({ state: 'running', forMs: 35_000 });
    expect(claim('a')).toEqual({ state: 'mine' }); // the same call again: its answer was lost
    done();
    expect([claim('a'), claim('b')]).toEqual([{ state: 'done' }, { state: 'done' }]);
  });

  test('that failed is released only by the owner of its claim', () => {
    const { claim, release } = setUp();
    claim('a');
    release('b');
    expect(claim('b').state).toBe('running');
    release('a');
    expect(claim('b')).toEqual({ state: 'mine' });
  });

  test('whose worker died can be claimed after the claim expires', () => {
    const { fake, claim } = setUp();
    claim('a');
    fake.clock += 34_999;
    expect(claim('b')).toEqual({ state: 'running', forMs: 1 });
    fake.clock += 1;
    expect(claim('b')).toEqual({ state: 'mine' });
  });

  test('is dropped 23:59:59 after it first arrived, and runs after 24:00:01', () => {
    const { fake, claim, done, seen } = setUp();
    claim('a');
    fake.clock += 2_000;
    done();
    fake.clock += DAY - 3_000;
    expect([seen(), claim('b').state]).toEqual([true, 'done']);
    fake.clock += 2_000;
    expect([seen(), claim('b').state]).toEqual([false, 'mine']);
  });

  test('is identified by its exact id', () => {
    const { claim } = setUp();
    for (const id of ['a', 'a/b', 'a%2Fb', '']) {
      expect(claim('x', id)).toEqual({ state: 'mine' });
    }
  });

  test('that is claimed again at the end of its day keeps the claim', () => {
    const { fake, claim, sweep } = setUp();
    claim('a');
    fake.clock += DAY - 10_000;
    expect(claim('b')).toEqual({ state: 'mine' });
    fake.clock += 20_000;
    sweep();
    expect(claim('c')).toMatchObject({ state: 'running' });
    fake.clock += 3_600_000;
    sweep();
    expect(fake.state.store.list({ prefix: 'seen' })).toEqual([]);
  });

  test('is deleted after its day', () => {
    const { fake, claim, done, sweep } = setUp();
    claim('a');
    done();
    claim('b', 'other');
    expect(fake.due.get('seenEnds ')).toBeGreaterThan(fake.clock + DAY);
    fake.clock += DAY + 3_600_000;
    sweep();
    expect(fake.state.store.list({ prefix: 'seen' })).toEqual([]);
  });
});
