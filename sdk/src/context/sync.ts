/** A chunk of work that the handler of a sync has completed. */
export interface SyncChunkCheckpoint {
  /** The id that the handler gave the chunk. */
  readonly chunkId: string;
  /** The JSON value that the handler stored with it. */
  readonly state?: unknown;
  /** When the checkpoint was written, in milliseconds since the epoch. */
  readonly at: number;
}

/** The durable state of a sync's handler: a cursor, and checkpoints of completed chunks. Each install has its own. */
export interface SyncCursorContext {
  /** Reads the cursor that `setCursor` stored last, in this run or an earlier one. Undefined if there is none. */
  cursor(): Promise<string | undefined>;
  /** Stores the cursor. Undefined makes the next run start from the beginning. */
  setCursor(cursor: string | undefined): Promise<void>;
  /**
   * Records that a chunk is complete, so that a run that resumes after a failure can skip it. A sync keeps at most
   * 10,000 checkpoints and 8 MiB of JSON. A run that succeeds deletes them.
   */
  checkpoint(chunkId: string, state?: unknown): Promise<void>;
  /** Reads the checkpoints of this run and of the runs that it resumes, oldest first. */
  checkpoints(): Promise<SyncChunkCheckpoint[]>;
}
