import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installGoHost } from '../../../test/go-host.ts';
import { boundTexts } from '../../host/bound-texts.ts';
import type { ActorStore } from '../../protocol/actor.ts';
import { Due, LATEST_MS } from './due.ts';
import { actorStore } from './store.ts';

let store: ActorStore;
let clock: number;
let alarm: number | null;
/** How often the alarm was set or cleared: each time is a write. */
let sets: number;

beforeEach(() => {
  installGoHost();
  store = actorStore(boundTexts('InstallActor', '1'));
  [clock, alarm, sets] = [1_000, null, 0];
});

const open = () =>
  new Due({
    store,
    now: () => clock,
    setAlarm(at) {
      sets += 1;
      alarm = at;
    },
  });

const fail = () => Promise.reject(new Error('no'));
const ignore = () => {};

/** Runs what is due now, and gives it in order. */
async function ring(due: Due, work: (purpose: string, detail: string) => unknown = ignore): Promise<string[]> {
  const done: string[] = [];
  const tell = async (purpose: string, detail: string) => {
    done.push(`${purpose} ${detail}`);
    await work(purpose, detail);
  };
  alarm = null;
  await due.run(tell, ignore);
  return done;
}

describe('the due table', () => {
  test.each([1e16, 1e300, Infinity])('is not blocked by an entry for the time %d, which stays', async (at) => {
    const due = open();
    due.set('sync', '["main","s"]', at);
    due.set('erase', '', 5_000);
    expect(alarm).toBe(5_000);
    clock = 5_000;
    expect(await ring(due)).toEqual(['erase ']);
    expect(alarm).toBe(LATEST_MS);
    clock = LATEST_MS;
    expect(await ring(due)).toEqual(['sync ["main","s"]']);
  });

  test('sets the alarm to the first entry, and only when that changes', () => {
    const due = open();
    due.set('a', '', 5_000);
    due.set('b', '', 9_000);
    due.set('a', 'x', 5_000);
    expect([alarm, sets]).toEqual([5_000, 1]);
    due.set('c', '', 2_000);
    expect([alarm, sets]).toEqual([2_000, 2]);
    due.set('c', '', null);
    expect(alarm).toBe(5_000);
    ['', 'x'].forEach((detail) => due.set('a', detail, null));
    due.set('b', '', null);
    expect(alarm).toBeNull();
    expect(store.list()).toEqual([]);
  });

  test('moves an entry that is set again', async () => {
    const due = open();
    due.set('a', 'x/y', 2_000);
    due.set('a', 'x/y', 3_000.5);
    expect(due.get('a', 'x/y')).toBe(3_000.5);
    clock = 2_000;
    expect(await ring(due)).toEqual([]);
    clock = 3_001;
    expect(await ring(due)).toEqual(['a x/y']);
    expect(due.get('a', 'x/y')).toBeUndefined();
  });

  test('survives a restart', async () => {
    open().set('a', '', 2_000);
    clock = 2_000;
    expect(await ring(open())).toEqual(['a ']);
    expect([alarm, store.list()]).toEqual([null, []]);
  });
});

describe('an entry', () => {
  test('that fails is retried with delays that double up to ten minutes, and blocks no other', async () => {
    const due = open();
    due.set('bad', '', clock);
    due.set('good', '', clock);
    const pauses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const done = await ring(due, (purpose) => (purpose === 'bad' ? fail() : undefined));
      expect(done).toEqual(i === 0 ? ['bad ', 'good '] : ['bad ']);
      pauses.push((alarm ?? 0) - clock);
      clock = alarm ?? 0;
    }
    expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(pauses.at(-1)).toBe(600_000);
    expect(await ring(due)).toEqual(['bad ']);
    expect(alarm).toBeNull();
  });

  test('runs again after its process died', async () => {
    const due = open();
    due.set('a', '', clock);
    void due.run(() => new Promise(() => {}), ignore);
    expect(alarm).toBe(clock + 2_000);
    clock += 2_000;
    expect(await ring(open())).toEqual(['a ']);
  });

  test('that is set while it runs stays', async () => {
    const due = open();
    due.set('a', '', clock);
    await ring(due, () => due.set('a', '', clock + 50));
    expect(alarm).toBe(clock + 50);
  });

  test('that an earlier entry removes does not run', async () => {
    const due = open();
    due.set('a', '1', clock);
    due.set('a', '2', clock);
    due.set('a', '3', clock);
    const done = await ring(due, () => {
      due.set('a', '2', null);
      due.set('a', '3', clock + 500);
    });
    expect(done).toEqual(['a 1']);
    expect(alarm).toBe(clock + 500);
  });
});

describe('a slow entry', () => {
  let finish: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Begins an alarm with one entry that lasts until `finish`; gives what is done, in order. */
  function begin(due: Due): { done: string[]; ended: Promise<void> } {
    const done: string[] = [];
    due.set('long', '', clock);
    const ended = due.run((purpose, detail) => {
      done.push(`${purpose} ${detail}`);
      return purpose === 'long' ? new Promise<void>((resolve) => (finish = resolve)) : undefined;
    }, ignore);
    return { done, ended };
  }

  async function pass(ms: number): Promise<void> {
    clock += ms;
    await vi.advanceTimersByTimeAsync(ms);
  }

  test('does not block other entries and does not start twice', async () => {
    const due = open();
    const { done, ended } = begin(due);
    await pass(500);
    due.set('short', '', clock);
    due.set('later', '', clock + 5_000);
    await pass(1_000);
    expect(done).toEqual(['long ', 'short ']);
    for (let i = 0; i < 10; i++) {
      await pass(1_000);
    }
    expect(done).toEqual(['long ', 'short ', 'later ']);
    finish();
    await ended;
    expect([alarm, store.list()]).toEqual([null, []]);
  });

  test('starts no entries after four minutes', async () => {
    const due = open();
    const { done, ended } = begin(due);
    for (let i = 0; i < 242; i++) {
      await pass(1_000);
    }
    due.set('late', '', clock);
    await pass(5_000);
    expect(done).toEqual(['long ']);
    finish();
    await ended;
    expect([alarm, due.get('late', '')]).toEqual([clock - 5_000, clock - 5_000]);
  });
});

test('sets the alarm again after a rollback', () => {
  const due = open();
  due.set('a', '', 5_000);
  const write = () =>
    store.transaction(() => {
      due.set('a', '', null);
      due.set('b', '', 9_000);
      throw new Error('undone');
    });
  expect(() => due.transaction(write)).toThrow('undone');
  expect([alarm, due.get('a', '')]).toEqual([5_000, 5_000]);
  const before = sets;
  expect(() => due.transaction(() => store.transaction(() => JSON.parse('{')))).toThrow();
  expect(sets).toBe(before);
});

test('runs 40 entries per alarm', async () => {
  const due = open();
  for (let i = 0; i < 60; i++) {
    due.set('a', String(i), clock);
  }
  expect(await ring(due)).toHaveLength(40);
  expect(alarm).toBe(clock);
  expect(await ring(due)).toHaveLength(20);
  expect(alarm).toBeNull();
});
