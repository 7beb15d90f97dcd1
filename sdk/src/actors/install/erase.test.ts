import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { ActorState } from '../core/actor-part.ts';
import { erase, eraseLateRecords, eraseLateWrites } from './erase.ts';
import { putRecord, recordIn } from './record.ts';

const ENV = { SVC_PROJECT_ID: 'p', SVC_ENVIRONMENT: 'production' };

/** An install with data. `onCall` runs while its actor waits for another one. */
function setUp(onCall: (state: ActorState, method: string) => void) {
  const fake = fakeState('7');
  const state: ActorState = {
    ...fake.state,
    actor: async (_class, _name, method) => onCall(state, method),
  };
  consent(state);
  state.store.put('s/before', 1);
  const keys = () => state.store.list().map(([key]) => key);
  return { fake, state, keys, eraseAll: () => erase(state, ENV).methods!['eraseAll']!({ portals: ['7'] }) };
}

function consent(state: ActorState): void {
  putRecord(state, { portalId: 7, scopes: [], installedAt: state.now(), createdAt: state.now() });
  state.store.put('tokens', 'sealed');
}

test.each(['eraseAll', 'forgetPortal', 'forgetInstall'])(
  'an erasure keeps a consent that is given during its call %s, without the data of the one before',
  async (during) => {
    const { fake, state, keys, eraseAll } = setUp((own, method) => method === during && consent(own));
    await eraseAll();
    expect(recordIn(state)).toBeDefined();
    expect(keys()).toEqual(['install', 'tokens']);
    expect(fake.due.has('indexInstall ')).toBe(true);
  },
);

test('an erasure that fails at another actor is repeated', async () => {
  const { fake, keys, eraseAll } = setUp(() => {
    throw new Error('restarted');
  });
  await expect(eraseAll()).rejects.toThrow('restarted');
  expect(keys()).toEqual([]);
  expect(fake.due.has('eraseRest ')).toBe(true);
});

test('an erasure removes what a worker writes meanwhile', async () => {
  const { keys, eraseAll } = setUp((own) => own.store.put('s/late', 1));
  await eraseAll();
  expect(keys()).toEqual([]);
});

describe('the second erasure, which comes when the caches of workers have expired', () => {
  const again = (state: ActorState) => erase(state, ENV).due!['eraseRest']!('');

  test('removes what they wrote after the first', async () => {
    const { state, keys, eraseAll } = setUp(() => {});
    await eraseAll();
    state.store.put('s/late', 1);
    await again(state);
    expect(keys()).toEqual([]);
  });

  test('leaves an install that was made meanwhile alone', async () => {
    const called: string[] = [];
    const { state, keys, eraseAll } = setUp((_, method) => void called.push(method));
    await eraseAll();
    expect(called).toEqual(['eraseAll', 'forgetPortal', 'forgetInstall']);
    consent(state);
    state.store.put('s/new', 1);
    await again(state);
    expect(keys()).toEqual(['install', 's/new', 'tokens']);
    expect(called).toHaveLength(3); // its portal's actor stays, too
  });
});

describe('a new consent soon after an erasure', () => {
  test('erases what was recorded for the portal meanwhile, and what was stored', async () => {
    const called: string[] = [];
    const { state, keys, eraseAll } = setUp((_, method) => void called.push(method));
    await eraseAll();
    called.length = 0;
    state.store.put('s/late', 1);
    await eraseLateRecords(state, ENV);
    eraseLateWrites(state);
    expect(called).toEqual(['eraseAll', 'forgetPortal']);
    expect(keys()).toEqual([]);
  });

  test('erases nothing of an install that another consent has made meanwhile', async () => {
    const { state, keys, eraseAll } = setUp((own, method) => method === 'forgetPortal' && consent(own));
    await eraseAll();
    state.store.put('s/new', 1);
    await eraseLateRecords(state, ENV);
    eraseLateWrites(state);
    expect(keys()).toEqual(['install', 's/new', 'tokens']);
  });
});

test('an erasure removes all of many entries, but for the version of the schema', async () => {
  const { state, keys, eraseAll } = setUp(() => {});
  state.store.put('schema', 1);
  for (let i = 0; i < 300; i++) {
    state.store.put(`s/${i}`, i);
  }
  await eraseAll();
  expect(keys()).toEqual(['schema']);
});
