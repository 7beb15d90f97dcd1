/** The step of batched app events: one batch of an install's occurrences goes to the CRM, paced as all its calls are. */
import type { Step } from './step.ts';
export declare const eventsStep: Step;
