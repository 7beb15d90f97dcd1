import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeState, fakeState } from '../../../test/actor-state.ts';
import type { KeptPage, RowToQuarantine, StagedRow } from '../../protocol/sync.ts';
import { stage } from './stage.ts';
import { syncMemory } from './sync-memory.ts';
import type { SyncState } from './sync-state.ts';

const OF = 'sync/main/s';
const STALE = expect.objectContaining({ code: 'stale_run' });
const holder = { worker: 'main', sync: 's', run: 'r', fence: 7 };
const refused: RowToQuarantine = { id: 'p', key: 'p', data: {}, reason: 'refused' };
const row = { key: 'a', record: 'a', data: {} } as unknown as StagedRow;

let fake: FakeState;
let calls: number;

beforeEach(() => {
  fake = fakeState();
  calls = 0;
  const run = { id: 'r', record: 'run/log/main/s/1-r', phase: 'rows', heldUntil: 1, stumbles: 4 } as const;
  const page: KeptPage = { next: 'n', chunks: 2, done: 0, rows: 2, refused: 0 };
  fake.state.store.put(OF, { fence: 7, run, page } satisfies SyncState);
});

const stored = () => fake.state.store.get<SyncState>(OF) as SyncState;

function call(method: string, args: object, by: object = holder): unknown {
  const methods = { ...stage(fake.state).methods, ...syncMemory(fake.state).methods };
  return methods[method]?.({ call: `c${calls++}`, ...by, ...args });
}

const done = (chunk: number, more: object = {}) =>
  call('syncChunksDone', { chunks: [{ chunk, left: [] }], upserted: 1, spoilt: [], ...more });

/** Every call with which a step reads or writes the state of its run. */
const CALLS: readonly [method: string, args: object][] = [
  ['syncStage', { isFirst: true, isLast: false, chunks: [[row]], spoilt: [refused] }],
  ['syncChunk', { chunk: 0 }],
  ['syncChunksDone', { chunks: [{ chunk: 0, left: [] }], upserted: 1, spoilt: [refused] }],
  ['syncCursor', {}],
  ['syncSetCursor', { cursor: 'late' }],
  ['syncCheckpoint', { chunkId: 'late' }],
  ['syncCheckpoints', {}],
];

describe('pages without rows', () => {
  const page = (rows: number, next: string | undefined) =>
    call('syncStage', { isFirst: true, isLast: true, chunks: [], spoilt: [], page: { rows, duplicates: 0, next } });
  const givenEmptyPages = (emptyPages: number) => {
    const { run, page: _, ...rest } = stored();
    fake.state.store.put(OF, { ...rest, cursor: 'c', run: { ...run, emptyPages } });
  };

  test('fail the run when more than 1,000 come in a row', () => {
    givenEmptyPages(999);
    page(0, 'n');
    expect(stored()).toMatchObject({ cursor: 'n', run: { emptyPages: 1_000 } });
    expect(() => page(0, 'o')).toThrow(expect.objectContaining({ code: 'empty_pages' }));
    expect(stored().cursor).toBe('n');
  });

  test('are counted from the last page with rows, and not on the last page', () => {
    givenEmptyPages(1_000);
    page(1, 'n');
    expect(stored().run?.emptyPages).toBe(0);
    givenEmptyPages(1_000);
    page(0, undefined);
  });
});

describe('a step that lost its lease', () => {
  test.each(CALLS)('to another step of the same run cannot %s', (method, args) => {
    const before = JSON.stringify(fake.state.store.list());
    expect(() => call(method, args, { ...holder, fence: 6 })).toThrow(STALE);
    expect(JSON.stringify(fake.state.store.list())).toBe(before);
  });

  test.each(CALLS)('to another run cannot %s', (method, args) => {
    const before = JSON.stringify(fake.state.store.list());
    expect(() => call(method, args, { ...holder, run: 'older' })).toThrow(STALE);
    expect(JSON.stringify(fake.state.store.list())).toBe(before);
  });

  test.each(CALLS)('and whose run ended or waits cannot %s', (method, args) => {
    const { run, ...rest } = stored();
    for (const state of [rest, { ...rest, run: { ...run, heldUntil: undefined } }]) {
      fake.state.store.put(OF, state);
      expect(() => call(method, args)).toThrow(STALE);
    }
  });
});

describe('the failures of a run', () => {
  test('count from zero after a row was written', () => {
    done(0);
    expect(stored().run?.stumbles).toBe(0);
  });

  test('count from zero after a row was quarantined', () => {
    done(0, { upserted: 0, spoilt: [refused] });
    expect(stored().run?.stumbles).toBe(0);
  });

  test('count from zero after a checkpoint', () => {
    call('syncCheckpoint', { chunkId: 'c' });
    expect(stored().run?.stumbles).toBe(0);
  });

  test('stay when all rows of a chunk are left', () => {
    call('syncChunksDone', { chunks: [{ chunk: 0, left: [row] }], upserted: 0, spoilt: [] });
    expect(stored().run?.stumbles).toBe(4);
  });
});

describe('the chunks of a page', () => {
  test('that are reported again by another call count once', () => {
    const counts = { pages: 1, rows: 2, upserted: 0, poison: 0, duplicates: 0 };
    fake.state.store.put('run/log/main/s/1-r', { id: 'r', counts });
    done(0, { spoilt: [refused] });
    done(0, { spoilt: [{ ...refused, id: 'q' }] });
    expect(fake.state.store.get<{ counts: object }>('run/log/main/s/1-r')?.counts).toEqual({
      ...counts,
      upserted: 1,
      poison: 1,
    });
    expect(stored().page).toMatchObject({ done: 1, refused: 1 });
  });

  test('that are reported in the other order move the cursor once, after the last', () => {
    done(1);
    expect([stored().page?.done, stored().cursor]).toEqual([0, undefined]);
    done(1); // the report of another lane
    expect(stored().page?.done).toBe(0);
    done(0);
    expect([stored().page, stored().cursor]).toEqual([undefined, 'n']);
    done(0);
    expect(stored().cursor).toBe('n');
  });

  test('keep a cursor that was set meanwhile', () => {
    call('syncSetCursor', { cursor: 'set' });
    done(0);
    done(1);
    expect(stored().cursor).toBe('set');
  });
});
