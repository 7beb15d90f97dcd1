import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeState, fakeState } from '../../../test/actor-state.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { EventsStepArguments, EventsStepResult } from '../../protocol/app-events.ts';
import { wipe } from '../core/wipe.ts';
import { appEvents, MAX_WAITING, TRIED_MS } from './app-events.ts';

const QUEUE = '["main","paid"]';
const DUE = `sendEvents ${QUEUE}`;

let fake: FakeState;
let sent: EventsStepArguments[];
let lines: string[];
let answer: (args: EventsStepArguments) => EventsStepResult | Promise<EventsStepResult>;
let part: ReturnType<typeof appEvents>;

beforeEach(() => {
  fake = fakeState('8812345');
  sent = [];
  lines = [];
  answer = () => ({});
  part = appEvents({
    ...fake.state,
    now: () => fake.clock,
    log: (level, message) => void lines.push(`${level} ${message}`),
    worker: async (name, step, args) => {
      expect([name, step]).toEqual(['main', 'events']);
      sent.push(args as EventsStepArguments);
      return answer(args as EventsStepArguments);
    },
  });
});

let ids = 0;
const some = (count: number) =>
  Array.from({ length: count }, () => ({
    id: `o${ids++}`,
    objectId: '1',
    properties: {},
    timestamp: '2026-01-01T00:00:00.000Z',
  }));
const put = (count: number, maxSize = 500, maxDelayMs = 5000) => {
  const occurrences = some(count);
  part.methods!['eventsPut']!({ worker: 'main', event: 'paid', occurrences, maxSize, maxDelayMs });
  return occurrences.map(({ id }) => id);
};
const alarm = () => part.due!['sendEvents']!(QUEUE);
const waiting = () => fake.state.store.list({ prefix: 'ev/' }).length;
const sizes = () => sent.map(({ occurrences }) => occurrences.length);

describe('app events of an install', () => {
  test('are due 5000 ms after the first one', () => {
    put(1);
    const first = fake.clock + 5000;
    fake.clock += 3000;
    put(1);
    expect(fake.due.get(DUE)).toBe(first);
  });

  test('are due at once when 500 are queued', () => {
    put(499);
    expect(fake.due.get(DUE)).toBe(fake.clock + 5000);
    fake.clock += 10;
    put(1);
    expect(fake.due.get(DUE)).toBe(fake.clock);
  });

  test("are sent in order for the actor's install, and then deleted", async () => {
    const kept = put(2);
    await alarm();
    expect(sent[0]?.occurrences.map(({ id }) => id)).toEqual(kept);
    expect(sent[0]).toMatchObject({ event: 'paid', install: { portalId: 8812345 } });
    expect(waiting()).toBe(0);
  });

  test('are sent in batches of 500 and 1 when there are 501', async () => {
    put(501);
    await alarm();
    expect(fake.due.get(DUE)).toBe(fake.clock + 5000);
    await alarm();
    expect(sizes()).toEqual([500, 1]);
    expect(waiting()).toBe(0);
  });

  test('use the batch size of the app', async () => {
    put(5, 2);
    await alarm();
    await alarm();
    await alarm();
    expect(sizes()).toEqual([2, 2, 1]);
  });

  test('queued during a send are sent once', async () => {
    const before = put(2);
    let during: string[] = [];
    answer = () => {
      during = put(1);
      answer = () => ({});
      return {};
    };
    await alarm();
    await alarm();
    expect(sent.map(({ occurrences }) => occurrences.map(({ id }) => id))).toEqual([before, during]);
    expect(waiting()).toBe(0);
  });

  test('wait while the rate budget is exhausted', async () => {
    put(1);
    answer = () => ({ waitMs: 7000 });
    await alarm();
    expect(fake.due.get(DUE)).toBe(fake.clock + 7000);
    answer = () => ({});
    await alarm();
    expect([sizes(), waiting()]).toEqual([[1, 1], 0]);
  });

  test.each([1, 500, 600])('that wait for the budget, %i of them, wait as long when more come', async (count) => {
    put(count);
    answer = () => ({ waitMs: 60_000 });
    await alarm();
    const until = fake.clock + 60_000;
    fake.clock += 1_000;
    put(1);
    put(500);
    expect(fake.due.get(DUE)).toBe(until);
    answer = () => ({});
    await alarm();
    put(1);
    expect(fake.due.get(DUE)).toBeLessThanOrEqual(fake.clock + 5_000); // the wait is over
  });

  test('that are retried with backoff are retried no earlier when more come', async () => {
    put(1);
    answer = () => Promise.reject(new Error('unreachable'));
    await expect(alarm()).rejects.toThrow('unreachable');
    const retryAt = fake.clock + 600_000;
    fake.due.set(DUE, retryAt); // as the due table does for work that fails
    put(1);
    put(500);
    expect(fake.due.get(DUE)).toBe(retryAt);
  });

  test('are retried with the same ids when the worker is unreachable', async () => {
    const kept = put(2);
    answer = () => Promise.reject(new Error('unreachable'));
    await expect(alarm()).rejects.toThrow('unreachable');
    answer = () => ({});
    await alarm();
    expect(sent[1]?.occurrences.map(({ id }) => id)).toEqual(kept);
  });

  test('are dropped after three days with a log line that counts them', async () => {
    put(2);
    answer = () => Promise.reject(new Error('unreachable'));
    fake.clock += TRIED_MS;
    await alarm();
    expect([lines, waiting()]).toEqual([['error 2 occurrences of an app event were dropped'], 0]);
  });

  test('of a missing install are dropped with a log line that counts them', async () => {
    put(3);
    answer = () => Promise.reject(new ActorError('install_not_found', 'gone'));
    await alarm();
    expect([lines, waiting()]).toEqual([['error 3 occurrences of an app event were dropped'], 0]);
  });

  test('that the worker does not know are kept, since another version of it may', async () => {
    const kept = put(2);
    answer = () => Promise.reject(new ActorError('unknown_capability', 'deploy it again'));
    await expect(alarm()).rejects.toThrow('deploy it again');
    answer = () => ({});
    await alarm();
    expect(sent[1]?.occurrences.map(({ id }) => id)).toEqual(kept);
  });

  test('that the CRM refuses are logged, and the others are delivered', async () => {
    const [bad] = put(3);
    answer = () => ({ refused: [{ id: bad!, message: 'no such record' }] });
    await alarm();
    expect([lines, waiting()]).toEqual([['error the CRM refused an occurrence of an app event'], 0]);
  });

  test('are refused all or none when the queue is full, which keeps its rows', () => {
    for (let i = 0; i < MAX_WAITING / 1000; i++) {
      put(1000);
    }
    expect(() => put(1)).toThrow(expect.objectContaining({ code: 'events_full' }));
    expect(fake.state.store.list({ prefix: 'ev/row/' })).toHaveLength(MAX_WAITING);
  });

  test('are named when one is too large', () => {
    const occurrences = some(1).map((one) => ({ ...one, properties: { note: 'x'.repeat(1_100_000) } }));
    const args = { worker: 'main', event: 'paid', occurrences, maxSize: 500, maxDelayMs: 5000 };
    expect(() => part.methods!['eventsPut']!(args)).toThrow(/^an occurrence of "paid" is too large: /);
    expect(waiting()).toBe(0);
  });

  test('of an erased install do not remove those of the next one', async () => {
    let arrived = () => {};
    answer = () => new Promise((resolve) => (arrived = () => resolve({})));
    put(2);
    const sending = alarm();
    wipe(fake.state.store);
    const later = put(3);
    arrived();
    await sending;
    answer = () => ({});
    await alarm();
    expect(sent.at(-1)?.occurrences.map(({ id }) => id)).toEqual(later);
    expect(waiting()).toBe(0);
  });
});
