/** The step of batched app events: one batch of an install's occurrences goes to the CRM, paced as all its calls are. */
import type { Occurrence } from '../app-event-occurrence.ts';
import { type RefusedOccurrence } from '../post-app-events.ts';
import type { Step } from './step.ts';
export interface EventsStepArguments {
    /** The event's id. */
    readonly event: string;
    readonly occurrences: readonly Occurrence[];
    /** The install as its own actor knows it. */
    readonly install: {
        readonly id: string;
        readonly portalId: number | null;
    };
}
export interface EventsStepResult {
    /** Those that the CRM will never take; it has all others. */
    readonly refused?: readonly RefusedOccurrence[];
    /** Nothing was sent: the budget is spent for as long, in milliseconds. */
    readonly waitMs?: number;
}
export declare const eventsStep: Step;
