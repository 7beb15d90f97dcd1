import { binding } from './env.ts';
import type { Bindings } from './host.ts';

/** What one step of a sync, or one alarm of the ProjectActor, may do on a plan of the edge platform. */
export interface EdgePlan {
  /** How long a step accepts new rows, in ms. */
  readonly stepMs: number;
  /** Batch upserts per step, of up to 100 rows each. */
  readonly stepChunks: number;
  /** Outgoing calls after which a step starts no new work. The free plan allows one event 50 calls. */
  readonly stepCalls: number;
  /** Outgoing calls after which a step is stopped. The difference is for splitting a chunk that failed. */
  readonly mostCalls: number;
  /** Installs that one alarm calls. */
  readonly installsPerAlarm: number;
}

const FREE: EdgePlan = { stepMs: 20_000, stepChunks: 8, stepCalls: 40, mostCalls: 45, installsPerAlarm: 40 };
const PAID: EdgePlan = { stepMs: 60_000, stepChunks: 200, stepCalls: 800, mostCalls: 950, installsPerAlarm: 500 };

/** Returns the plan that the variable `SVC_EDGE_PLAN` names. Default: `free`, whose limits hold on both plans. */
export function edgePlan(env: Bindings): EdgePlan {
  return binding(env, 'SVC_EDGE_PLAN') === 'paid' ? PAID : FREE;
}
