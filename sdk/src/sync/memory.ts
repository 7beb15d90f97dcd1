/** `ctx.sync`: what the handler of a sync remembers between runs, for each install. */

import type { SyncCursorContext } from '../context/sync.ts';
import type { SyncPort } from './port.ts';

/** @param port asked for by each call: the step is granted before the handler runs, and after its context is made */
export function makeSyncMemory(port: () => SyncPort): SyncCursorContext {
  return {
    cursor: async () => (await port().cursor()) ?? undefined,
    async setCursor(cursor) {
      if (cursor !== undefined && (typeof cursor !== 'string' || cursor === '')) {
        throw new TypeError(
          `ctx.sync.setCursor takes a text that is not empty, or undefined to start from the beginning`,
        );
      }
      await port().setCursor(cursor ?? null);
    },
    async checkpoint(chunkId, state) {
      if (typeof chunkId !== 'string' || chunkId === '') {
        throw new TypeError('ctx.sync.checkpoint takes the id of a chunk: a text that is not empty');
      }
      await port().checkpoint(chunkId, state);
    },
    checkpoints: () => port().checkpoints(),
  };
}
