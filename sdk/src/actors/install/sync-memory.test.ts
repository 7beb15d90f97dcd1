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
  test('are there in the order in which their chunks were first noted, each as it was noted last', () => {
    const { note, known } = setUp();
    note('b', 1);
    note('a/%', 2);
    note('b', 3);
    expect(known()).toEqual([
      ['b', 3],
      ['a/%', 2],
    ]);
  });

  test('are ten thousand at most; one that is known is noted anew all the same', () => {
    const { note, known } = setUp();
    for (let i = 0; i < MAX_CHECKPOINTS; i++) {
      note(`c${i}`);
    }
    expect(() => note('more')).toThrow(tooMuch);
    note('c7', 'again');
    expect(known()).toHaveLength(MAX_CHECKPOINTS);
    expect(known()[7]).toEqual(['c7', 'again']);
  });

  test('are no longer together than can be read at once', () => {
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

  test('leave nothing behind when they are forgotten', () => {
    const { note, known, store } = setUp();
    note('a', 1);
    forgetCheckpoints(store, 'main/s');
    expect(store.list().map(([key]) => key)).toEqual(['sync/main/s']);
    note('b', 2);
    expect(known()).toEqual([['b', 2]]);
  });
});
