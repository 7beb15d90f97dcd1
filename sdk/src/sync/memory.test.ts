import { describe, expect, test } from 'vitest';
import { SyncedApp } from '../../test/synced-app.ts';
import { sync } from '../capability/sync.ts';
import { ok } from '../declare/result.ts';
import { makeSyncMemory } from './memory.ts';
import type { SyncPort } from './port.ts';

describe('ctx.sync', () => {
  test('keeps checkpoints until a run succeeds, and keeps the cursor', async () => {
    const seen: unknown[] = [];
    const app = new SyncedApp([
      sync('s', {
        schedule: '1h',
        async handler(ctx) {
          seen.push([
            await ctx.sync.cursor(),
            (await ctx.sync.checkpoints()).map(({ chunkId, state }) => [chunkId, state]),
          ]);
          await ctx.sync.setCursor(`c${seen.length}`);
          await ctx.sync.checkpoint('a', seen.length);
          await ctx.sync.checkpoint('b');
          return seen.length === 1 ? Promise.reject(new Error('half way')) : ok();
        },
      }),
    ]);
    await app.run('s');
    await app.run('s');
    await app.run('s');
    expect(seen).toEqual([
      [undefined, []],
      [
        'c1',
        [
          ['a', 1],
          ['b', undefined],
        ],
      ],
      ['c2', []],
    ]);
  });

  test('refuses a state that JSON cannot hold before it is sent', async () => {
    const states: unknown[] = [];
    const port = { checkpoint: async (_: string, state: unknown) => void states.push(state) } as unknown as SyncPort;
    const memory = makeSyncMemory(() => port);
    for (const state of [Promise.resolve(1), { done: new Set() }, { n: 1n }]) {
      await expect(memory.checkpoint('a', state)).rejects.toMatchObject({
        code: 'invalid_value',
        message: expect.stringMatching(/^the state of "a" cannot be stored as JSON: /),
      });
    }
    await memory.checkpoint('a', { at: new Date(0) });
    await memory.checkpoint('a');
    expect(states).toEqual([{ at: new Date(0) }, undefined]);
  });
});
