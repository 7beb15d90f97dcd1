/** What a worker that runs a sync and the install's actor that remembers it tell each other. All of it is JSON. */

/** A sync of the project: its id is unique on its worker only. */
export interface SyncName {
  readonly worker: string;
  readonly sync: string;
}

/** `waiting`: for the CRM's budget, for a source that did not answer, or because the handler asked to be called again. */
export type SyncRunStatus = 'running' | 'waiting' | 'succeeded' | 'succeeded_with_poison' | 'failed' | 'cancelled';

/** Why a run began. */
export type SyncRunCause = 'schedule' | 'event' | 'manual' | 'retry';

/** One run. Times are milliseconds since the epoch. */
export interface SyncRun extends SyncName {
  readonly id: string;
  readonly status: SyncRunStatus;
  readonly cause: SyncRunCause;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Why it did not succeed, or waits. */
  readonly message?: string;
  /** When a waiting run goes on. */
  readonly waitsUntil?: number;
  /** How often a worker was asked to go on with it. */
  readonly steps: number;
  /** Only of source-backed syncs: what it has done so far. */
  readonly counts?: SyncCounts;
}

export interface SyncCounts {
  readonly pages: number;
  /** As the source gave them. */
  readonly rows: number;
  /** Rows that are in the CRM. */
  readonly upserted: number;
  /** Rows that were set aside. */
  readonly poison: number;
  /** Rows that another row of their page stood in for: the last one of a key counts. */
  readonly duplicates: number;
}

/** What a step holds: nobody else may write for the sync until it has ended, or another step has been granted. */
export interface Grant extends SyncName {
  /** The run's id. */
  readonly run: string;
  /** The fencing token: it grows with each grant, and only the newest one opens. */
  readonly fence: number;
  /** `handler`: all rows are in. */
  readonly phase: SyncPhase;
  /** Nothing of the run has been done yet. */
  readonly isFirst: boolean;
  /** The run has stumbled so often that it fails when this step does, too. */
  readonly isLastTry?: true;
  /** Where the next page begins. */
  readonly cursor?: string;
  /** A page whose rows are kept and not all in the CRM yet. */
  readonly page?: KeptPage;
}

export type SyncPhase = 'rows' | 'handler';

/** A page that the actor keeps until its rows are in the CRM. */
export interface KeptPage {
  /** The cursor that it was fetched with. */
  readonly from?: string;
  /** The cursor after it; left out by the last page of a run. */
  readonly next?: string;
  /** Its rows came from the inbox: nobody would send them again. */
  readonly isPosted?: true;
  readonly chunks: number;
  /** The chunks before this one are in the CRM. */
  readonly done: number;
  /** Chunks behind it that are, too, in order. */
  readonly ahead?: readonly number[];
  /** A step was lost over it: some more may be in the CRM that nobody has told of. */
  readonly isUnsure?: true;
  /** As the source gave them. */
  readonly rows: number;
  /** Rows that the CRM has refused. */
  readonly refused: number;
}

/** One record to write. */
export interface StagedRow {
  /** What the id property gets. */
  readonly key: string;
  readonly properties: Readonly<Record<string, StagedValue>>;
  /** The row as the source gave it, for who looks into it when the CRM refuses it. */
  readonly data: unknown;
}

export type StagedValue = string | number | boolean | null;

/** A row that is set aside. */
export interface SpoiltRow {
  /** The same for the same row of the same sync: it is set aside once. */
  readonly id: string;
  /** As it came: it may be no text. */
  readonly key: unknown;
  readonly data: unknown;
  readonly reason: string;
}

/** A row that was set aside, as it is kept. */
export interface PoisonRow extends SpoiltRow, SyncName {
  readonly run: string;
  /** Of its page; left out by the first page, and by rows that were posted. */
  readonly cursor?: string;
  /** When it was set aside first. */
  readonly at: number;
  /** How often it was set aside. */
  readonly times: number;
}

/** How a step ended. */
export type StepEnd =
  | { readonly kind: 'more' }
  /** `comesAgain` false: whoever ran it by hand comes again by itself. */
  | { readonly kind: 'waiting'; readonly until?: number; readonly message?: string; readonly comesAgain?: false }
  | { readonly kind: 'ended'; readonly status: 'succeeded' | 'failed' | 'cancelled'; readonly message?: string }
  /** It may do better later; after too many such ends the run has failed. */
  | { readonly kind: 'stumbled'; readonly message: string };

/** A row of an inbox. */
export interface InboxRow {
  readonly key: unknown;
  readonly data: unknown;
  /** When it was taken, in milliseconds since the epoch. */
  readonly at: number;
}

/** Rows that wait in the inbox, from its front. */
export interface TakenRows {
  readonly rows: readonly InboxRow[];
  /** The number after the last of them: what is kept of them elsewhere is taken out up to there. */
  readonly upTo: number;
}

export interface SyncStepArguments {
  readonly sync: string;
  /** The install as its own actor knows it. */
  readonly install: { readonly id: string } | { readonly portalId: number };
  readonly grant: Grant;
}

export interface SyncStepResult {
  /** What kept it from running. Without it the step has told the actor by itself how it ended. */
  readonly refused?: StepEnd;
}
