import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { LaterCall, LaterReceipt } from '../../context/later.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { LaterStepArguments, LaterStepResult } from '../../protocol/later.ts';
import { ENDED_KEPT_MS, later, MAX_WAITING_CALLS, PAUSES_MS, WAITS_MS } from './later.ts';

const DUE = 'later ';

type Answer = LaterStepResult | Error | (() => LaterStepResult | Promise<LaterStepResult>);

function setUp(...answers: Answer[]) {
  const fake = fakeState('7');
  const logs: string[] = [];
  const ran: LaterStepArguments[] = [];
  const state = {
    ...fake.state,
    log: (_level: string, message: string) => void logs.push(message),
    async worker(_name: string, _step: string, args: unknown) {
      ran.push(args as LaterStepArguments);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) {
        throw answer;
      }
      return typeof answer === 'function' ? answer() : (answer ?? { status: 'done' });
    },
  } as typeof fake.state;
  const part = later(state);
  const call = <T>(method: string, args: object) => part.methods?.[method]?.(args) as T;
  return {
    fake,
    logs,
    ran,
    schedule: (more: object) =>
      call<LaterReceipt>('laterPut', {
        worker: 'main',
        kind: 'tool',
        capability: 'remind',
        input: { n: 1 },
        portalId: 7,
        ...more,
      }),
    cancel: (id: string, request?: string) => call<boolean>('laterCancel', { id, call: request }),
    list: (args: object = {}) => call<LaterCall[]>('laterList', args),
    size: () => state.store.get<number>('later/size'),
    /** Runs the entry at its time, as the due table does. */
    async fires(id: string) {
      const at = fake.due.get(DUE + id) as number;
      fake.clock = Math.max(fake.clock, at);
      fake.due.delete(DUE + id);
      await part.due?.['later']?.(id);
    },
  };
}

describe('a scheduled call', () => {
  test('is cancelled once by a repeated request, although it was scheduled again meanwhile', () => {
    const { schedule, cancel, list } = setUp();
    schedule({ id: 'a', after: 60, token: 'first' });
    expect(cancel('a', 'c')).toBe(true);
    expect(schedule({ id: 'a', after: 60, token: 'second' }).scheduled).toBe(true);
    expect([cancel('a', 'c'), list().length]).toEqual([true, 1]);
  });

  test('that was cancelled is not scheduled by its own repeated request', () => {
    const { schedule, cancel, list } = setUp();
    const first = schedule({ id: 'a', after: 60, token: 'first' });
    cancel('a');
    expect(schedule({ id: 'a', after: 60, token: 'first' })).toEqual(first);
    expect(list()).toEqual([]);
  });

  test('runs once, and is forgotten 7 days after it ended', async () => {
    const { fake, schedule, fires, list, ran, size } = setUp();
    expect(schedule({ id: 'a', after: 60 })).toEqual({ id: 'a', at: fake.clock + 60_000, scheduled: true });
    expect([fake.due.get(`${DUE}a`), size()]).toEqual([fake.clock + 60_000, 1]);
    await fires('a');
    const [first] = ran;
    expect(first).toEqual({
      kind: 'tool',
      capability: 'remind',
      input: { n: 1 },
      install: { id: '7', portalId: 7 },
      token: expect.any(String),
    });
    expect([list().map(({ status, attempts }) => [status, attempts]), size()]).toEqual([[['done', 1]], 0]);
    expect(fake.due.get(`${DUE}a`)).toBe(fake.clock + ENDED_KEPT_MS);
    await fires('a');
    expect([list(), ran.length, fake.due.size]).toEqual([[], 1, 0]);
  });

  test('is scheduled once by its id: while it waits, while it runs and after it has ended', async () => {
    let whileItRuns: LaterReceipt | undefined;
    const { schedule, fires, ran, fake } = setUp(() => {
      whileItRuns = schedule({ id: 'a', after: 0 });
      return { status: 'done' };
    });
    const { at } = schedule({ id: 'a', after: 60 });
    expect(schedule({ id: 'a', after: 5, input: { n: 2 } })).toEqual({ id: 'a', at, scheduled: false });
    await fires('a');
    expect([whileItRuns?.scheduled, schedule({ id: 'a', after: 5 }).scheduled, ran.length]).toEqual([false, false, 1]);
    expect(fake.due.get(`${DUE}a`)).toBe(fake.clock + ENDED_KEPT_MS);
    await fires('a');
    expect(schedule({ id: 'a', after: 5 }).scheduled).toBe(true);
  });

  test('is scheduled once if the answer to the worker was lost, with or without an id', async () => {
    const { schedule, list, fires, ran } = setUp({ status: 'done' });
    for (const given of [{ token: 't1' }, { token: 't2', id: 'a' }]) {
      const first = schedule({ ...given, after: 1 });
      expect(schedule({ ...given, after: 1 })).toEqual({ ...first, scheduled: true });
    }
    expect(list()).toHaveLength(2);
    await fires('a');
    expect(ran).toMatchObject([{ token: 't2' }]);
    expect(schedule({ token: 't3', id: 'a', after: 1 }).scheduled).toBe(false);
  });

  test('can be cancelled while it waits, and scheduled again', async () => {
    const { schedule, cancel, list, size, fake, fires } = setUp();
    schedule({ id: 'a', at: fake.clock + 1_000 });
    expect([cancel('a'), cancel('a'), list(), size(), fake.due.size]).toEqual([true, false, [], 0, 0]);
    expect(schedule({ id: 'a', after: 1 }).scheduled).toBe(true);
    await fires('a');
    expect(cancel('a')).toBe(false); // it has ended
  });

  test('that is cancelled and scheduled again while it runs keeps the new one', async () => {
    const { schedule, cancel, list, fires, fake, size } = setUp(() => {
      cancel('a');
      schedule({ id: 'a', after: 600 });
      return { status: 'done' };
    });
    schedule({ id: 'a', after: 1 });
    await fires('a');
    expect(list()).toMatchObject([{ id: 'a', status: 'waiting', attempts: 0, at: fake.clock + 600_000 }]);
    expect([fake.due.get(`${DUE}a`), size()]).toEqual([fake.clock + 600_000, 1]);
  });

  test('that is cancelled while it runs stays cancelled', async () => {
    const { schedule, cancel, list, fires, size } = setUp(() => {
      cancel('a');
      return { status: 'repeat' };
    });
    schedule({ id: 'a', after: 1 });
    await fires('a');
    expect([list(), size()]).toEqual([[], 0]);
  });

  test('that fails is repeated four times, then logged as failed', async () => {
    const { schedule, fires, fake, list, logs, ran } = setUp(
      { status: 'repeat', message: 'first' },
      new Error('unreachable'),
      new ActorError('step_failed', 'see its log'),
      { status: 'repeat', message: 'last' },
    );
    schedule({ id: 'a', after: 1 });
    await fires('a');
    for (const pause of PAUSES_MS) {
      expect(fake.due.get(`${DUE}a`)).toBe(fake.clock + pause);
      expect(list()).toMatchObject([{ status: 'waiting' }]);
      await fires('a');
    }
    expect(list()).toMatchObject([{ status: 'failed', attempts: 5, message: 'last' }]);
    expect(logs).toEqual(['a scheduled call failed: last']);
    expect(new Set(ran.map(({ token }) => token)).size).toBe(1);
  });

  test('whose process ends in each attempt fails in the end', async () => {
    const { schedule, fires, list, ran, fake } = setUp(() => new Promise(() => {}));
    schedule({ id: 'a', after: 1 });
    // A process that ends leaves the count of attempts, and the due entry that the due table sets before.
    for (let i = 0; i <= PAUSES_MS.length; i++) {
      void fires('a');
      fake.due.set(`${DUE}a`, fake.clock + 1000);
    }
    expect(list()).toMatchObject([{ status: 'waiting', attempts: 5 }]);
    await fires('a');
    const message = 'its process ended in each of 5 attempts';
    expect(list()).toMatchObject([{ status: 'failed', attempts: 5, message }]);
    expect(ran).toHaveLength(5);
    expect(fake.due.get(`${DUE}a`)).toBe(fake.clock + ENDED_KEPT_MS);
  });

  test('whose worker does not have its capability waits for another version of it', async () => {
    const unknown = new ActorError('unknown_capability', 'this worker has no tool "remind"');
    const { schedule, fires, fake, list } = setUp(...Array.from({ length: 9 }, () => unknown), { status: 'done' });
    schedule({ id: 'a', after: 0 });
    for (let i = 0; i < 9; i++) {
      await fires('a');
      expect(fake.due.get(`${DUE}a`)).toBe(fake.clock + 600_000);
    }
    expect(list()).toMatchObject([{ status: 'waiting', message: unknown.message }]);
    await fires('a');
    expect(list()).toMatchObject([{ status: 'done' }]);
  });

  test('that asks to wait is repeated without counting, for 3 days', async () => {
    const { schedule, fires, fake, list } = setUp({ status: 'wait', message: 'busy', waitSeconds: 3600 });
    const { at } = schedule({ id: 'a', after: 0 });
    for (let i = 0; i < 72; i++) {
      await fires('a');
      expect(fake.due.get(`${DUE}a`)).toBe(fake.clock + 3_600_000);
    }
    fake.clock = at + WAITS_MS + 1;
    await fires('a');
    expect(list()).toMatchObject([{ status: 'failed', attempts: 73, message: 'busy' }]);
  });

  test.each([
    [{}, 'either after or at'],
    [{ after: 1, at: 1 }, 'either after or at'],
    [{ after: -1 }, 'invalid after -1'],
    [{ after: '1w' }, 'invalid after "1w"'],
    [{ at: null }, 'invalid at'],
    [{ at: '2026' }, 'invalid at'],
    [{ at: 9e15 }, 'invalid at'],
    [{ after: 1, id: '' }, 'invalid id'],
    [{ after: 1, id: 7 }, 'invalid id'],
    [{ after: 1, id: 'x'.repeat(201) }, 'invalid id'],
    [{ after: 1, id: 'a', input: 'x'.repeat(1_100_000) }, 'the input of "a" is too large'],
  ])('with %j is refused', (more, message) => {
    const { schedule, fake, list } = setUp();
    expect(() => schedule(more)).toThrow(message);
    expect([list(), fake.due.size]).toEqual([[], 0]);
  });

  test('in the past runs at once, and ids may have any characters', async () => {
    const { schedule, fake, fires, list } = setUp();
    const id = 'a/ü/due-at/später 😀';
    expect(schedule({ id, at: 5 }).at).toBe(fake.clock);
    await fires(id);
    expect(list()[0]).toMatchObject({ id, status: 'done' });
  });
});

test('an install has a greatest number of waiting calls', () => {
  const { schedule, fake, cancel } = setUp();
  schedule({ id: 'a', after: 1 });
  fake.state.store.put('later/size', MAX_WAITING_CALLS);
  expect(() => schedule({ id: 'b', after: 1 })).toThrow('which is the limit');
  expect(schedule({ id: 'a', after: 1 }).scheduled).toBe(false);
  cancel('a');
  expect(schedule({ id: 'b', after: 1 }).scheduled).toBe(true);
});

test('lists have pages', () => {
  const { schedule, list } = setUp();
  for (const id of ['a', 'a/b', 'c']) {
    schedule({ id, after: 1 });
  }
  const ids = (args: object) => list(args).map(({ id }) => id);
  expect([ids({ limit: 2 }), ids({ after: 'a/b' }), ids({ after: 'a' })]).toEqual([['a', 'a/b'], ['c'], ['a/b', 'c']]);
  expect(() => list({ limit: 0 })).toThrow('1 to 500');
});
