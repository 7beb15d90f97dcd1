import type { ChunksArguments, StageArguments } from '../actors/install/stage.ts';
import type { Holder, OneCall } from '../actors/install/sync-state.ts';
import type { SyncChunkCheckpoint } from '../context/sync.ts';
import type { Host } from '../platform/host.ts';
import { callAgain } from '../protocol/call-again.ts';
import type { Grant, KeptPage, StagedRow, StepEnd, SyncRun, TakenRows } from '../protocol/sync.ts';

type Without<T> = Omit<T, keyof OneCall>;

/** The install's actor for a step of a sync. Every call carries the step's fencing token. */
export interface SyncPort {
  take(isAll: boolean): Promise<TakenRows>;
  stage(part: Without<StageArguments>): Promise<KeptPage | null>;
  chunk(chunk: number): Promise<StagedRow[]>;
  chunksDone(chunks: Without<ChunksArguments>): Promise<void>;
  hold(heldMs: number): Promise<void>;
  end(end: StepEnd): Promise<SyncRun>;
  cursor(): Promise<string | null>;
  setCursor(cursor: string | null): Promise<void>;
  checkpoint(chunkId: string, state: unknown): Promise<void>;
  checkpoints(): Promise<SyncChunkCheckpoint[]>;
}

export function syncPort(
  { actor }: Pick<Host, 'actor'>,
  install: string,
  { worker, sync, run, fence }: Grant,
): SyncPort {
  const holder: Holder = { worker, sync, run, fence };
  function ask<T>(method: string, args: object): Promise<T> {
    const call = crypto.randomUUID(); // the idempotency key
    return callAgain(() => actor('InstallActor', install, method, { ...args, ...holder, call }) as Promise<T>);
  }
  return {
    take: (isAll) => ask('syncTake', { isAll }),
    stage: (part) => ask('syncStage', part),
    chunk: (chunk) => ask('syncChunk', { chunk }),
    chunksDone: (chunks) => ask('syncChunksDone', chunks),
    hold: (heldMs) => ask('syncHold', { heldMs }),
    end: (end) => ask('syncEnd', { end }),
    cursor: () => ask('syncCursor', {}),
    setCursor: (cursor) => ask('syncSetCursor', { cursor }),
    checkpoint: (chunkId, state) => ask('syncCheckpoint', { chunkId, state }),
    checkpoints: () => ask('syncCheckpoints', {}),
  };
}
