/** Identifies a sync of the project. Its id is unique within its worker. */
export interface SyncName {
  /** The worker's name. */
  readonly worker: string;
  /** The sync's id. */
  readonly sync: string;
}

/** The state of a run. `waiting`: for the rate budget, for a source that failed, or after a handler's `retryLater`. */
export type SyncRunStatus = 'running' | 'waiting' | 'succeeded' | 'succeeded_with_poison' | 'failed' | 'cancelled';

/** Why a run started. */
export type SyncRunCause = 'schedule' | 'event' | 'manual' | 'retry';

/** One run of a sync. Times are milliseconds since the epoch. */
export interface SyncRun extends SyncName {
  readonly id: string;
  readonly status: SyncRunStatus;
  readonly cause: SyncRunCause;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Why the run waits or did not succeed. */
  readonly message?: string;
  /** When a waiting run resumes. Absent if it waits until its caller runs the sync again. */
  readonly waitsUntil?: number;
  /** The number of steps granted. */
  readonly steps: number;
  /** Progress of a sync with a source. */
  readonly counts?: SyncCounts;
}

/** Progress of a run. */
export interface SyncCounts {
  readonly pages: number;
  /** Rows that the source returned. */
  readonly rows: number;
  /** Rows that were written to the CRM. */
  readonly upserted: number;
  /** Rows that were quarantined. */
  readonly poison: number;
  /** Rows that were dropped because a later row of their page has the same key. */
  readonly duplicates: number;
}

/** The right of one step to write for a sync, until the step ends or another one is granted. */
export interface Grant extends SyncName {
  /** The run's id. */
  readonly run: string;
  /** The fencing token. It grows with each grant, and only the newest is valid. */
  readonly fence: number;
  /** What the step does. `handler` follows `rows`. */
  readonly phase: SyncPhase;
  /** Whether this is the first step of the run. */
  readonly isFirst: boolean;
  /** The run fails if this step has a transient failure, too. */
  readonly isLastTry?: true;
  /** The cursor of the next page. */
  readonly cursor?: string;
  /** A stored page that is not completely written to the CRM. */
  readonly page?: KeptPage;
}

/** The phases of a run: it writes rows, then runs the handler. */
export type SyncPhase = 'rows' | 'handler';

/** A page that the actor stores until its rows are written to the CRM. */
export interface KeptPage {
  /** The cursor that the page was fetched with. */
  readonly from?: string;
  /** The cursor of the next page. Absent on the last page of a run. */
  readonly next?: string;
  /** Whether the rows came from the inbox, so that no source can return them again. */
  readonly isPosted?: true;
  /** Number of chunks of the page. */
  readonly chunks: number;
  /** The number of leading chunks that are written. */
  readonly done: number;
  /** Later chunks that are written, in order. */
  readonly ahead?: readonly number[];
  /** Whether chunks must be reconciled after a lost step. A stored member, so its name stays. */
  readonly isUnsure?: true;
  /** Rows that the source returned. */
  readonly rows: number;
  /** Rows that the CRM refused. */
  readonly refused: number;
}

/** One record to write. */
export interface StagedRow {
  /** The value of the id property. */
  readonly key: string;
  readonly properties: Readonly<Record<string, StagedValue>>;
  /** The source's row, for inspection if the CRM refuses the record. */
  readonly data: unknown;
}

/** The value of a property. */
export type StagedValue = string | number | boolean | null;

/** A row to quarantine. */
export interface RowToQuarantine {
  /** Identifies the row within its sync, so that it is quarantined once. */
  readonly id: string;
  /** The key that the source returned, which may not be a string. */
  readonly key: unknown;
  readonly data: unknown;
  readonly reason: string;
}

/** A quarantined row. */
export interface PoisonRow extends RowToQuarantine, SyncName {
  readonly run: string;
  /** The cursor of its page. Absent for the first page and for posted rows. */
  readonly cursor?: string;
  /** When it was quarantined first, in milliseconds since the epoch. */
  readonly at: number;
  /** How often it was quarantined. */
  readonly times: number;
}

/** How a step ended. */
export type StepEnd =
  | { readonly kind: 'more' }
  /** `comesAgain` is false if a manual caller resumes the run itself. */
  | { readonly kind: 'waiting'; readonly until?: number; readonly message?: string; readonly comesAgain?: false }
  | { readonly kind: 'ended'; readonly status: 'succeeded' | 'failed' | 'cancelled'; readonly message?: string }
  /** A transient failure, under its name on the wire. After too many of them the run fails. */
  | { readonly kind: 'stumbled'; readonly message: string };

/** A row for the inbox of a sync. */
export interface PostedRow {
  readonly key: unknown;
  readonly data: unknown;
  /** Set where the row was found invalid when it arrived, and JSON does not keep why. */
  readonly invalid?: Pick<RowToQuarantine, 'id' | 'reason'>;
}

/** A row in the inbox of a sync. */
export interface InboxRow extends PostedRow {
  /** When it was received, in milliseconds since the epoch. */
  readonly at: number;
}

/** The oldest rows of an inbox. */
export interface TakenRows {
  readonly rows: readonly InboxRow[];
  /** The number after the last row. Rows before it leave the inbox when they are stored elsewhere. */
  readonly upTo: number;
}

/** The arguments of the step `syncStep`. */
export interface SyncStepArguments {
  readonly sync: string;
  /** The install, as its actor knows it. */
  readonly install: { readonly id: string } | { readonly portalId: number };
  readonly grant: Grant;
}

/** The result of the step `syncStep`. */
export interface SyncStepResult {
  /** Why the step did not run. If absent, the step has reported its end to the actor. */
  readonly refused?: StepEnd;
}
