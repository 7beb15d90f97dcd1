import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { ActorState } from '../core/actor-part.ts';
import { erase } from './erase.ts';
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
  putRecord(state, { portalId: 7, scopes: [], installedAt: state.now() });
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
