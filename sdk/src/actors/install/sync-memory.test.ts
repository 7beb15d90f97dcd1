import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { forgetCheckpoints, MAX_CHECKPOINTS, syncMemory } from './sync-memory.ts';

const holder = { worker: 'main', sync: 's', run: 'r', fence: 1 };

function setUp() {
  const { state } = fakeState();
  const { methods = {} } = syncMemory(state);
  state.store.put('sync/main/s', {
    fence: 1,
    run: { id: 'r', record: '', phase: 'handler', heldUntil: 1, stumbles: 0 },
  });
  return {
    store: state.store,
    note: (chunkId: string, kept?: unknown) => methods['syncCheckpoint']!({ ...holder, chunkId, state: kept }),
    known: () =>
      (methods['syncCheckpoints']!(holder) as { chunkId: string; state?: unknown }[]).map(
        ({ chunkId, state: kept }) => [chunkId, kept],
      ),
  };
}

const tooMuch = expect.objectContaining({ code: 'limit_reached' });

describe('the checkpoints of a sync', () => {
  test('keep the order of their first write and the state of their last', () => {
    const { note, known } = setUp();
    note('b', 1);
    note('a/%', 2);
    note('b', 3);
    expect(known()).toEqual([
      ['b', 3],
      ['a/%', 2],
    ]);
  });

  test('are limited to 10,000, and a known one can still be updated', () => {
    const { note, known } = setUp();
    for (let i = 0; i < MAX_CHECKPOINTS; i++) {
      note(`c${i}`);
    }
    expect(() => note('more')).toThrow(tooMuch);
    note('c7', 'again');
    expect(known()).toHaveLength(MAX_CHECKPOINTS);
    expect(known()[7]).toEqual(['c7', 'again']);
  });

  test('are limited in total size', () => {
    const { note, known } = setUp();
    const long = 'x'.repeat(1_000_000);
    for (let i = 0; i < 8; i++) {
      note(`c${i}`, long);
    }
    expect(() => note('c8', long)).toThrow(tooMuch);
    note('c0', 'short');
    note('c8', long);
    expect(known()).toHaveLength(9);
  });

  test('are named when one is too large', () => {
    const { note } = setUp();
    expect(() => note('c0', 'x'.repeat(1_100_000))).toThrow(/^the state of the chunk "c0" is too large: /);
  });

  test('are deleted completely', () => {
    const { note, known, store } = setUp();
    note('a', 1);
    forgetCheckpoints(store, 'main/s');
    expect(store.list().map(([key]) => key)).toEqual(['sync/main/s']);
    note('b', 2);
    expect(known()).toEqual([['b', 2]]);
  });
});
