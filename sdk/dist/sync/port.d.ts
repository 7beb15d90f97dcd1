/** The install's actor, as a step of one of its syncs reaches it: every call shows the step's fencing token. */
import type { ChunksArguments, StageArguments } from '../actors/install/stage.ts';
import type { OneCall } from '../actors/install/sync-state.ts';
import type { SyncChunkCheckpoint } from '../context/sync.ts';
import type { Host } from '../platform/host.ts';
import type { Grant, KeptPage, StagedRow, StepEnd, SyncRun, TakenRows } from '../protocol/sync.ts';
type Without<T> = Omit<T, keyof OneCall>;
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
export declare function syncPort({ actor }: Pick<Host, 'actor'>, install: string, { worker, sync, run, fence }: Grant): SyncPort;
export {};
