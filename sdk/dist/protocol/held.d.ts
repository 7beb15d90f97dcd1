/** For how long a worker holds a run: until the end of its time, and a little longer than it could go on after that. */
import type { EdgePlan } from '../platform/edge-plan.ts';
import type { SyncPhase } from './sync.ts';
/** How long what a step has begun may go on, in milliseconds: a call of the CRM waits for its pace, and is answered. */
export declare const STEP_END_MS = 10000;
/** How long a handler keeps others out. */
export declare const HANDLER_HELD_MS: number;
export declare function heldMsOf(phase: SyncPhase, plan: EdgePlan): number;
