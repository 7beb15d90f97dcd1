/** The step of schedules: one run of a sync for one install. */
import type { SyncRunStatus } from '../../actors/install/runs.ts';
import type { Step } from './step.ts';
export interface SyncStepArguments {
    readonly sync: string;
    /** The install as its own actor knows it. */
    readonly install: {
        readonly id: string;
        readonly portalId: number | null;
    };
}
export interface SyncStepResult {
    /** Absent: it did not run, for the reason that `refused` names. */
    readonly run?: {
        readonly id: string;
        readonly status: SyncRunStatus;
    };
    /** A code of `svc explain`, such as `sync_already_running`. */
    readonly refused?: string;
    /** When a run that waits wants to be called again, in milliseconds since the epoch. */
    readonly again?: number;
}
export declare const syncStep: Step;
