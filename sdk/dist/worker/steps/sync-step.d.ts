/** The step of the install's alarm: it has granted one step of a sync's run. */
import type { Step } from './step.ts';
export declare const syncStep: Step;
