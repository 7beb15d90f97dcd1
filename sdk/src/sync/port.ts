import type { ChunksArguments, StageArguments } from '../actors/install/stage.ts';
import type { Holder, OneCall } from '../actors/install/sync-state.ts';
import type { SyncChunkCheckpoint } from '../context/sync.ts';
import type { Host } from '../platform/host.ts';
import { callAgain } from '../protocol/call-again.ts';
import type { Grant, KeptPage, StagedRow, StepEnd, SyncRun, TakenRows } from '../protocol/sync.ts';

type Without<T> = Omit<T, keyof OneCall>;

/** The install's actor for a step of a sync. Every call carries the step's fencing token. */
export type SyncPort = ReturnType<typeof syncPort>;

export function syncPort({ actor }: Pick<Host, 'actor'>, install: string, { worker, sync, run, fence }: Grant) {
  const holder: Holder = { worker, sync, run, fence };
  function ask<T>(method: string, args: object): Promise<T> {
    const call = crypto.randomUUID(); // the idempotency key
    return callAgain(() => actor('InstallActor', install, method, { ...args, ...holder, call }) as Promise<T>);
  }
  return {
    take: (isAll: boolean) => ask<TakenRows>('syncTake', { isAll }),
    stage: (part: Without<StageArguments>) => ask<KeptPage | null>('syncStage', part),
    chunk: (chunk: number) => ask<StagedRow[]>('syncChunk', { chunk }),
    chunksDone: (chunks: Without<ChunksArguments>) => ask<void>('syncChunksDone', chunks),
    hold: (heldMs: number) => ask<void>('syncHold', { heldMs }),
    end: (end: StepEnd) => ask<SyncRun>('syncEnd', { end }),
    cursor: () => ask<string | null>('syncCursor', {}),
    setCursor: (cursor: string | null) => ask<void>('syncSetCursor', { cursor }),
    checkpoint: (chunkId: string, state: unknown) => ask<void>('syncCheckpoint', { chunkId, state }),
    checkpoints: () => ask<SyncChunkCheckpoint[]>('syncCheckpoints', {}),
  };
}
