/** For how long a worker holds a run: until the end of its time, and a little longer than it could go on after that. */

import { TIME_LIMIT_MS } from '../platform/deadline.ts';
import type { EdgePlan } from '../platform/edge-plan.ts';
import type { SyncPhase } from './sync.ts';

/** How long what a step has begun may go on, in milliseconds: a call of the CRM waits for its pace, and is answered. */
export const STEP_END_MS = 10_000;

/** How much later than its last sign of life somebody else takes over, in milliseconds. */
const GRACE_MS = 5_000;

/** How long a handler keeps others out. */
export const HANDLER_HELD_MS: number = TIME_LIMIT_MS.sync + 60_000;

export function heldMsOf(phase: SyncPhase, plan: EdgePlan): number {
  return phase === 'handler' ? HANDLER_HELD_MS : plan.stepMs + STEP_END_MS + GRACE_MS;
}
