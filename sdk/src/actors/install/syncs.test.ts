import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { SyncStepArguments } from '../../protocol/sync.ts';
import type { ActorState, AppParts } from '../core/actor-part.ts';
import { wipe } from '../core/wipe.ts';
import { putRows } from './inbox.ts';
import { POSTED_RETRY_MS } from './run-steps.ts';
import { syncs } from './syncs.ts';
import { type SyncState, syncState } from './sync-state.ts';

const NAME = { worker: 'main', sync: 's' };
const manifest = {
  app: { alerts: [] },
  workers: [{ name: 'main', sources: [], capabilities: [{ kind: 'sync', id: 's', schedule: { crons: [] } }] }],
};

const undeclared = { ...manifest, workers: [] };

/** The syncs of an install, whose steps end when the test says so. */
function setUp() {
  const fake = fakeState('7');
  const ends: (() => void)[] = [];
  const fences: number[] = [];
  const state: ActorState = {
    ...fake.state,
    now: () => fake.clock,
    log: () => {},
    worker: (_worker, _step, args) => {
      fences.push((args as SyncStepArguments).grant.fence);
      return new Promise((resolve) => ends.push(() => resolve({ refused: { kind: 'ended', status: 'failed' } })));
    },
  };
  const part = syncs(state, {}, { manifest } as unknown as AppParts);
  const redeclared = (declared: object) => syncs(state, {}, { manifest: declared } as unknown as AppParts);
  const running = (): SyncState['run'] => syncState(state.store, 'main/s').run;
  const alarm = () => part.due!['sync']!(JSON.stringify(['main', 's']));
  return { fake, state, part, ends, fences, redeclared, running, alarm };
}

test('the late end of a step of an erased install does not end the run of the next one', async () => {
  const { state, part, ends, fences, running, alarm } = setUp();
  const first = alarm();
  wipe(state.store);
  part.methods!['syncDue']!(NAME);
  const second = alarm();
  const { id } = running()!;
  ends[0]!();
  await first;
  expect(fences).toEqual([1, 1]);
  expect(running()).toMatchObject({ id, heldUntil: expect.any(Number) });
  ends[1]!();
  await second;
  expect(running()).toBeUndefined();
});

test('the late end of a step does not end the step that took over its run', async () => {
  const { fake, ends, fences, running, alarm } = setUp();
  const first = alarm();
  const { id, heldUntil } = running()!;
  fake.clock = heldUntil! + 1;
  const second = alarm();
  expect([running()!.id, fences]).toEqual([id, [1, 2]]);
  ends[0]!();
  await first;
  expect(running()).toMatchObject({ id, heldUntil: expect.any(Number) });
  ends[1]!();
  await second;
  expect(running()).toBeUndefined();
});

test('posted rows of a sync that is not declared wait until it is', async () => {
  const { fake, state, ends, redeclared } = setUp();
  const detail = JSON.stringify(['main', 's']);
  putRows(state.store, 'main/s', [{ key: 'a', data: {} }], fake.clock);
  await redeclared(undeclared).due!['sync']!(detail);
  expect(fake.due.get(`sync ${detail}`)).toBe(fake.clock + POSTED_RETRY_MS);
  const run = redeclared(manifest).due!['sync']!(detail);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await run;
});

test('a sync that is not declared and has no rows is due no more, and its run is cancelled', async () => {
  const { fake, part, alarm, redeclared, running, ends } = setUp();
  const detail = JSON.stringify(['main', 's']);
  const first = alarm();
  await redeclared(undeclared).due!['sync']!(detail);
  expect([running(), fake.due.get(`sync ${detail}`)]).toEqual([undefined, undefined]);
  expect(part.methods!['runList']!(NAME)).toMatchObject([{ status: 'cancelled' }]);
  ends[0]!();
  await first;
});
