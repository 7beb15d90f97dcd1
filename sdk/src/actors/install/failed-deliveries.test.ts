import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { FailedAttempt, FailedDelivery } from '../../protocol/failed-deliveries.ts';
import { failedDeliveries, MAX_FAILED } from './failed-deliveries.ts';

const DAY = 86_400_000;
const KEY = { SVC_SEAL_KEY_k1: 'sealing-key-of-32-characters-abc' };

function setUp(env: Record<string, string> = KEY) {
  const fake = fakeState('static');
  const part = failedDeliveries(fake.state, env);
  const call = async <T>(method: string, args: object) => (await part.methods?.[method]?.(args)) as T;
  const attempt = (id: string): FailedAttempt => ({
    id,
    worker: 'main',
    kind: 'trigger',
    target: 't',
    portalId: 7,
    status: 500,
    error: 'handler_error',
    message: 'no',
    size: 20,
    content: [{ email: '[redacted]' }],
    original: '[{"email":"ada@x.example"}]',
    isCut: false,
    keptMs: 7 * DAY,
  });
  return {
    fake,
    call,
    fail: (id: string, more: Partial<FailedAttempt> = {}) => call('deliveryFailed', { ...attempt(id), ...more }),
    list: async (args: object = {}) =>
      (await call<{ deliveries: FailedDelivery[]; next?: string }>('failedList', { limit: 500, ...args })).deliveries,
    sweep: () => part.due?.['failedEnds']?.(''),
  };
}

describe('copies of failed deliveries', () => {
  test('count their attempts, and keep the original sealed', async () => {
    const { fake, call, fail, list } = setUp();
    await fail('a');
    fake.clock += 1_000;
    await fail('a');
    expect(await list()).toMatchObject([{ id: 'a', times: 2, lastAt: fake.clock, replayable: true }]);
    expect(await call('failedShow', { id: 'a' })).toMatchObject({ content: [{ email: '[redacted]' }] });
    expect(await call('failedContent', { id: 'a' })).toMatchObject({ content: [{ email: 'ada@x.example' }] });
    expect(JSON.stringify(fake.state.store.list())).not.toContain('ada@x.example');
  });

  test('are not brought back by the late report of an earlier attempt', async () => {
    const { fake, call, fail, list } = setUp();
    const begunAt = fake.clock;
    fake.clock += 1_000;
    await call('deliveryAccepted', { id: 'a' });
    fake.clock += 1_000;
    await fail('a', { begunAt });
    expect(await list()).toEqual([]);
    await fail('b', { begunAt });
    expect((await list()).map(({ id }) => id)).toEqual(['b']);
    await fail('a', { begunAt: fake.clock }); // a post with the same content, of which a later attempt fails
    expect((await list()).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('count an attempt once, although its report is repeated', async () => {
    const { fake, fail, list } = setUp();
    await fail('a', { begunAt: fake.clock });
    await fail('a', { begunAt: fake.clock });
    expect(await list()).toMatchObject([{ id: 'a', times: 1 }]);
    await fail('a', { begunAt: fake.clock + 1 });
    expect(await list()).toMatchObject([{ id: 'a', times: 2 }]);
  });

  test('that cannot be sealed, or were cut, are shown but not replayed', async () => {
    const unkeyed = setUp({});
    await unkeyed.fail('a');
    expect(await unkeyed.list()).toMatchObject([{ replayable: false }]);
    await expect(unkeyed.call('failedContent', { id: 'a' })).rejects.toMatchObject({ code: 'limit_reached' });
    expect(JSON.stringify(unkeyed.fake.state.store.list())).not.toContain('ada@x.example');
    await unkeyed.fail('b', { original: undefined });
    expect(await unkeyed.call('failedContent', { id: 'b' })).toMatchObject({ content: [{ email: '[redacted]' }] });
    const { fail, call } = setUp();
    await fail('c', { isCut: true, original: undefined });
    await expect(call('failedContent', { id: 'c' })).rejects.toMatchObject({ code: 'limit_reached' });
  });

  test('end with their time, with an accepted attempt, and with newer ones', async () => {
    const { fake, call, fail, list, sweep } = setUp();
    await fail('old', { keptMs: DAY });
    await fail('done');
    await fail('kept');
    await call('deliveryAccepted', { id: 'done' });
    await call('deliveryAccepted', { id: 'done' });
    fake.clock += DAY;
    expect((await list()).map(({ id }) => id)).toEqual(['kept']);
    expect(await call('failedShow', { id: 'old' })).toBeNull();
    sweep();
    expect(fake.state.store.get('failed/size')).toBe(1);
    for (let i = 0; i < MAX_FAILED; i += 1) {
      await fail(`n${i}`, { original: undefined });
    }
    const ids = (await list()).map(({ id }) => id);
    expect([ids.length, ids.includes('kept'), ids.includes('n0')]).toEqual([MAX_FAILED, false, true]);
  });

  test('are listed in pages, of which the next goes on although rows were deleted', async () => {
    const { fake, call, fail } = setUp();
    for (const id of ['a', 'b', 'c', 'd']) {
      await fail(id);
      fake.clock += 1;
    }
    const page = async (after?: string) => {
      const { deliveries, next } = await call<{ deliveries: FailedDelivery[]; next?: string }>('failedList', {
        limit: 2,
        after,
      });
      return { ids: deliveries.map(({ id }) => id), next };
    };
    const { ids, next } = await page();
    expect(ids).toEqual(['a', 'b']);
    await call('deliveryAccepted', { id: 'b' });
    await call('deliveryAccepted', { id: 'c' });
    expect(await page(next)).toEqual({ ids: ['d'], next: undefined });
    await call('deliveryAccepted', { id: 'd' });
    expect(await page(next)).toEqual({ ids: [], next: undefined });
    await expect(call('failedList', { limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(page('b')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('are not kept without an install', async () => {
    const fake = fakeState('7');
    const part = failedDeliveries(fake.state, KEY);
    await part.methods?.['deliveryFailed']?.({ id: 'a', keptMs: DAY, content: 1 });
    expect(fake.state.store.list()).toEqual([]);
  });
});
