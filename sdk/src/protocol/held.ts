import { TIME_LIMIT_MS } from '../platform/deadline.ts';
import type { EdgePlan } from '../platform/edge-plan.ts';
import type { SyncPhase } from './sync.ts';

/** Time that a step has to finish work in progress after its time limit, in ms. Covers one paced call to the CRM. */
export const STEP_END_MS = 10_000;

/** Margin before another step takes over a run, in ms. */
const GRACE_MS = 5_000;

/** Lease of a run while its handler runs, in ms: the handler's time limit and a margin. */
export const HANDLER_HELD_MS: number = TIME_LIMIT_MS.sync + 60_000;

/** Returns the lease of a run for one step, in ms. */
export function heldMsOf(phase: SyncPhase, plan: EdgePlan): number {
  return phase === 'handler' ? HANDLER_HELD_MS : plan.stepMs + STEP_END_MS + GRACE_MS;
}
