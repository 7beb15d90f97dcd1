/** What a sync's handler remembers between runs. */
/** One part of the work that a sync has put behind it. */
export interface SyncChunkCheckpoint {
    readonly chunkId: string;
    readonly state?: unknown;
    /** When it was written, in milliseconds since the epoch. */
    readonly at: number;
}
/** The sync's own memory, for each install. */
export interface SyncCursorContext {
    /** The cursor of the last run; undefined before the first. */
    cursor(): Promise<string | undefined>;
    /** Sets the cursor; undefined starts the next run from the beginning. */
    setCursor(cursor: string | undefined): Promise<void>;
    /** Notes that a chunk is done, so that a run that starts again can skip it. */
    checkpoint(chunkId: string, state?: unknown): Promise<void>;
    /** The chunks noted in this run and in those that it resumes, oldest first. */
    checkpoints(): Promise<SyncChunkCheckpoint[]>;
}
