import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { handlerStore } from '../../actors/install/store.ts';
import type { Host } from '../../platform/host.ts';
import { makeStore } from './store.ts';

test('an update is applied once although the answer to its write is lost and another update comes first', async () => {
  const { methods = {} } = handlerStore(fakeState().state);
  let onLost: (() => Promise<unknown>) | undefined;
  const actor: Host['actor'] = async (_class, _name, method, args) => {
    const call = async () =>
      JSON.parse(JSON.stringify((await methods[method]?.(JSON.parse(JSON.stringify(args)))) ?? null));
    const answer = await call();
    const lost = onLost;
    if (method !== 'storeSwap' || lost === undefined) {
      return answer;
    }
    onLost = undefined;
    await lost();
    return call(); // as the edge host repeats a call whose actor was restarted
  };
  const store = makeStore({ actor } as Host, '7');
  const add = (by: number) => store.update('count', (value) => Number(value ?? 0) + by);
  onLost = async () => undefined;
  await add(1);
  expect(await store.get('count')).toBe(1);
  onLost = () => add(10);
  await add(100);
  expect(await store.get('count')).toBe(111);
});
