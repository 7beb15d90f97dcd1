import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { ActorPart, AppParts } from '../core/actor-part.ts';
import { failedDeliveries } from './failed-deliveries.ts';
import { putRecord } from './record.ts';
import { sinceInstalled } from './since-installed.ts';
import { handlerStore } from './store.ts';

const INSTALLED = { portalId: 7, scopes: [] };

function setUp(name = '7') {
  const fake = fakeState(name);
  const parts = sinceInstalled([handlerStore, failedDeliveries]).map((make) => make(fake.state, {}, {} as AppParts));
  const methods: NonNullable<ActorPart['methods']> = Object.assign({}, ...parts.map((part) => part.methods));
  return {
    fake,
    /** Makes the install now, or a new consent for one that was made earlier. */
    consent: (createdAt = fake.clock) => putRecord(fake.state, { ...INSTALLED, installedAt: fake.clock, createdAt }),
    put: (more: object) => methods['storePut']?.({ key: 'k', value: 1, ...more }),
    fails: (more: object) => methods['deliveryFailed']?.({ id: 'a', keptMs: 1000, content: 1, ...more }),
    keys: (prefix: string) => fake.state.store.list({ prefix }).map(([key]) => key),
  };
}

const REPLACED = expect.objectContaining({ code: 'install_replaced' });

describe('an execution that began before its install', () => {
  test('is refused, and one that began at the same time or later is not', () => {
    const { fake, consent, put, keys } = setUp();
    const createdAt = fake.clock;
    consent();
    fake.clock += 1000; // how long the calls wait for the actor does not count
    expect(() => put({ callerBegunAt: createdAt - 1 })).toThrow(REPLACED);
    expect(keys('s/')).toEqual([]);
    put({ callerBegunAt: createdAt });
    put({ callerBegunAt: createdAt + 1 });
    expect(keys('s/')).toEqual(['s/k']);
  });

  test('is served if a later consent kept the data, and if the caller does not say when it began', () => {
    const { fake, consent, put } = setUp();
    const createdAt = fake.clock;
    fake.clock += 5000;
    consent(createdAt);
    put({ callerBegunAt: createdAt });
    put({});
    fake.state.store.put('install', { ...INSTALLED, installedAt: fake.clock }); // of an older version
    put({ callerBegunAt: createdAt });
  });

  test('is served with static auth, which has no consent', () => {
    setUp('static').put({ callerBegunAt: 1 });
  });

  test('leaves no copy of its failed delivery', async () => {
    const { fake, consent, fails, keys } = setUp();
    const createdAt = fake.clock;
    consent();
    fake.clock += 1000;
    await fails({ begunAt: createdAt - 1 });
    expect(keys('failed/')).toEqual([]);
    await fails({ begunAt: createdAt });
    expect(keys('failed/row/')).toHaveLength(1);
  });
});
