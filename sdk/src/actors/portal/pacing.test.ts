import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { AcquireResult, JoinResult } from '../../crm/gate/coordinator.ts';
import { normalizeRateLimits } from '../../manifest/rate-limits.ts';
import type { AppParts } from '../core/actor-part.ts';
import { pacing } from './pacing.ts';

/** The coordinator of a portal, whose actor can restart. */
function setUp() {
  const fake = fakeState('7');
  const app = { manifest: { app: { rateLimits: normalizeRateLimits() } } } as unknown as AppParts;
  let part = pacing(fake.state, {}, app);
  const call = <T>(method: string, args: object) => part.methods![method]!(args) as Promise<T>;
  const own = (heldMs: number) => ({ general: { ages: [], heldMs }, search: { ages: [], heldMs: 0 } });
  return {
    fake,
    restart: () => void (part = pacing(fake.state, {}, app)),
    join: (isolate: string, heldMs = 0) => call<JoinResult>('paceJoin', { isolate, wasAway: false, own: own(heldMs) }),
    acquire: (isolate: string) =>
      call<AcquireResult>('paceAcquire', { isolate, family: 'general', patienceMs: 0, settled: [] }),
  };
}

test('a hold until the end of the day survives a restart of the actor at once', async () => {
  const { join, acquire, restart } = setUp();
  await join('a', 3_600_000);
  restart();
  expect((await acquire('b')).hintMs).toBeGreaterThanOrEqual(3_600_000);
});

test('a short hold survives a restart, too', async () => {
  const { fake, join, acquire, restart } = setUp();
  await join('a', 9_000);
  fake.clock += 1_000;
  restart();
  expect((await acquire('b')).hintMs).toBeGreaterThanOrEqual(7_000);
  fake.clock += 8_001;
  expect((await acquire('b')).id).toBeDefined();
});

test('a solo grant is stored before the isolate gets it, so that a restarted actor reserves its calls', async () => {
  const { fake, join, restart } = setUp();
  expect(await join('a')).toMatchObject({ clients: 1 });
  restart();
  fake.clock += 1_000;
  expect((await join('b')).clients).toBe(2);
});

test('a coordinator that restarts within seconds grants one probe', async () => {
  const { fake, join, acquire, restart } = setUp();
  await join('a');
  await join('b');
  fake.clock += 5_000;
  restart();
  await join('a');
  await join('b');
  const ids = [await acquire('a'), await acquire('b'), await acquire('a')].map(({ id }) => id !== undefined);
  expect(ids).toEqual([true, false, false]);
});

test('the coordinator of a portal that was quiet for long starts without probes', async () => {
  const { fake, join, restart } = setUp();
  await join('a');
  restart();
  fake.clock += 60_000;
  expect((await join('b')).clients).toBe(1);
});
