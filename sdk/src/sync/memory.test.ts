import { describe, expect, test } from 'vitest';
import { SyncedApp } from '../../test/synced-app.ts';
import { sync } from '../capability/sync.ts';
import { ok } from '../declare/result.ts';

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
});
