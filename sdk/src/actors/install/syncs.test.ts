import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { SyncStepArguments } from '../../protocol/sync.ts';
import type { ActorState, AppParts } from '../core/actor-part.ts';
import { wipe } from '../core/wipe.ts';
import { inboxSize, putRows } from './inbox.ts';
import { POSTED_RETRY_MS } from './run-steps.ts';
import { STRANDED_KEPT_MS } from './stranded.ts';
import { syncs } from './syncs.ts';
import { putSync, type SyncState, syncState } from './sync-state.ts';

const NAME = { worker: 'main', sync: 's' };
const DETAIL = JSON.stringify(['main', 's']);
const manifest = {
  app: { alerts: [] },
  workers: [{ name: 'main', sources: [], capabilities: [{ kind: 'sync', id: 's', schedule: { crons: [] } }] }],
};

const undeclared = { ...manifest, workers: [] };

/** The manifest with a source of the sync. */
const fed = {
  ...manifest,
  workers: [
    { name: 'main', sources: [], capabilities: [{ kind: 'sync', id: 's', source: 'p', schedule: { crons: [] } }] },
  ],
};

/** The syncs of an install, whose steps end when the test says so. */
function setUp() {
  const fake = fakeState('7');
  const ends: (() => void)[] = [];
  const fences: number[] = [];
  const logs: string[] = [];
  const state: ActorState = {
    ...fake.state,
    now: () => fake.clock,
    log: (level, message) => void logs.push(`${level}: ${message}`),
    worker: (_worker, _step, args) => {
      fences.push((args as SyncStepArguments).grant.fence);
      return new Promise((resolve) => ends.push(() => resolve({ refused: { kind: 'ended', status: 'failed' } })));
    },
  };
  const part = syncs(state, {}, { manifest } as unknown as AppParts);
  const redeclared = (now: object) => syncs(state, {}, { manifest: now } as unknown as AppParts);
  const running = (): SyncState['run'] => syncState(state.store, 'main/s').run;
  const alarm = () => part.due!['sync']!(DETAIL);
  return { fake, state, part, ends, fences, logs, redeclared, running, alarm };
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
  putRows(state.store, 'main/s', [{ key: 'a', data: {} }], fake.clock);
  await redeclared(undeclared).due!['sync']!(DETAIL);
  expect(fake.due.get(`sync ${DETAIL}`)).toBe(fake.clock + POSTED_RETRY_MS);
  const run = redeclared(manifest).due!['sync']!(DETAIL);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await run;
});

test('a sync that is not declared and has no rows is due no more, and its run is cancelled', async () => {
  const { fake, part, alarm, redeclared, running, ends } = setUp();
  const first = alarm();
  await redeclared(undeclared).due!['sync']!(DETAIL);
  expect([running(), fake.due.get(`sync ${DETAIL}`)]).toEqual([undefined, undefined]);
  expect(part.methods!['runList']!(NAME)).toMatchObject([{ status: 'cancelled' }]);
  ends[0]!();
  await first;
});

/** Posts rows whose sync is removed, and lets the alarm find that. */
async function strand({ fake, state, redeclared }: ReturnType<typeof setUp>): Promise<() => Promise<void>> {
  const rows = [
    { key: 'a', data: {} },
    { key: 'b', data: {} },
  ];
  putRows(state.store, 'main/s', rows, fake.clock);
  const alarm = async () => redeclared(undeclared).due!['sync']!(DETAIL);
  await alarm();
  return alarm;
}

test('posted rows of a sync that was removed are dropped after 30 days, with a log line', async () => {
  const set = setUp();
  const { fake, state, logs } = set;
  const alarm = await strand(set);
  fake.clock += STRANDED_KEPT_MS - 1;
  await alarm();
  expect([inboxSize(state.store, 'main/s').rows, fake.due.get(`sync ${DETAIL}`)]).toEqual([
    2,
    fake.clock + POSTED_RETRY_MS,
  ]);
  fake.clock += 1;
  await alarm();
  expect(inboxSize(state.store, 'main/s')).toMatchObject({ next: 2, rows: 0, chars: 0 });
  expect(state.store.list({ prefix: 'inbox/row/' })).toEqual([]);
  expect(fake.due.get(`sync ${DETAIL}`)).toBeUndefined();
  expect(logs).toEqual([
    'warn: a due sync is no longer declared: s',
    'error: 2 posted rows were dropped: their sync has had no source for 30 days',
  ]);
});

test('a stored page of posted rows is dropped with its chunks', async () => {
  const { fake, state, redeclared } = setUp();
  const page = { isPosted: true, chunks: 2, done: 0, rows: 150, refused: 0 } as const;
  putSync(state.store, 'main/s', { fence: 1, cursor: 'c', page });
  state.store.put('stage/main/s/000000000/000000000', []);
  state.store.put('stage/main/s/000000001/000000000', []);
  const alarm = () => redeclared(undeclared).due!['sync']!(DETAIL);
  await alarm();
  fake.clock += STRANDED_KEPT_MS;
  await alarm();
  expect(state.store.list({ prefix: 'stage/' })).toEqual([]);
  expect(syncState(state.store, 'main/s')).toEqual({ fence: 1, cursor: 'c' });
});

test('the 30 days begin again when the sync was declared meanwhile', async () => {
  const set = setUp();
  const { fake, state, ends, redeclared } = set;
  const alarm = await strand(set);
  fake.clock += STRANDED_KEPT_MS - 1;
  const run = redeclared(fed).due!['sync']!(DETAIL);
  ends[0]!();
  await run;
  fake.clock += 2;
  await alarm();
  expect(inboxSize(state.store, 'main/s').rows).toBe(2);
});

test('a sync that has lost its source does not run again and again for the rows that wait', async () => {
  const { fake, state, part, alarm } = setUp();
  putRows(state.store, 'main/s', [{ key: 'a', data: {} }], fake.clock);
  const begin = part.methods!['syncBegin']!({ ...NAME, id: 'r', heldMs: 1000, phase: 'handler' }) as { fence: number };
  const end = { kind: 'ended', status: 'succeeded' };
  part.methods!['syncEnd']!({ ...NAME, run: 'r', fence: begin.fence, call: 'e', end });
  expect(fake.due.get(`sync ${DETAIL}`)).toBeUndefined();
  fake.clock += STRANDED_KEPT_MS;
  void alarm();
  fake.clock += STRANDED_KEPT_MS;
  expect(inboxSize(state.store, 'main/s').rows).toBe(1); // first found now
});

test('a run with a source goes on for rows that arrived while it ended', async () => {
  const { fake, state, redeclared } = setUp();
  const { methods } = redeclared(fed);
  const grant = methods!['syncBegin']!({ ...NAME, id: 'r', heldMs: 1000, phase: 'rows' }) as { fence: number };
  putRows(state.store, 'main/s', [{ key: 'a', data: {} }], fake.clock);
  const end = { kind: 'ended', status: 'succeeded' };
  methods!['syncEnd']!({ ...NAME, run: 'r', fence: grant.fence, call: 'e', end });
  expect(fake.due.get(`sync ${DETAIL}`)).toBeLessThan(fake.clock + 1000);
});
