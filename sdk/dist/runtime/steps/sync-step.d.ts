/** The step of the install's alarm: it has granted one step of a sync's run. */
import type { Grant, StepEnd } from '../../sync/wire.ts';
import type { Step } from './step.ts';
export interface SyncStepArguments {
    readonly sync: string;
    /** The install as its own actor knows it. */
    readonly install: {
        readonly id: string;
    } | {
        readonly portalId: number;
    };
    readonly grant: Grant;
}
export interface SyncStepResult {
    /** What kept it from running. Without it the step has told the actor by itself how it ended. */
    readonly refused?: StepEnd;
}
export declare const syncStep: Step;
