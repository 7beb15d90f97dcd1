import type { SyncCursorContext } from '../context/sync.ts';
import { refuseWithoutJson } from '../protocol/without-json.ts';
import type { SyncPort } from './port.ts';
import { invalid } from '../platform/arguments.ts';

/**
 * Returns `ctx.sync`: the memory of a sync's handler, per install.
 * @param port called by each method, since the step is granted after the context is made
 */
export function makeSyncMemory(port: () => SyncPort): SyncCursorContext {
  return {
    cursor: async () => (await port().cursor()) ?? undefined,
    async setCursor(cursor) {
      if (cursor !== undefined && (typeof cursor !== 'string' || cursor === '')) {
        throw invalid(
          'invalid cursor of ctx.sync.setCursor: expected a string that is not empty, or undefined to reset it',
        );
      }
      await port().setCursor(cursor ?? null);
    },
    async checkpoint(chunkId, state) {
      if (typeof chunkId !== 'string' || chunkId === '') {
        throw invalid('invalid chunk id of ctx.sync.checkpoint: expected a string that is not empty');
      }
      refuseWithoutJson({ id: chunkId, state });
      await port().checkpoint(chunkId, state);
    },
    checkpoints: () => port().checkpoints(),
  };
}
