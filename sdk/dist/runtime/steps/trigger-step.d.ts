/** The step of the dispatcher: what it has for the triggers of this worker. */
import { type Delivery } from '../deliveries.ts';
import type { Step } from './step.ts';
export interface TriggerStepArguments {
    readonly deliveries: readonly Delivery[];
    /** The URL that the platform posted to. */
    readonly url: string;
}
export interface TriggerStepResult {
    /** How many deliveries the platform has to make again. */
    readonly failed: number;
}
export declare const triggerStep: Step;
