/** The step of the dispatcher: what it has for the triggers of this worker. */
import type { Step } from './step.ts';
export declare const triggerStep: Step;
