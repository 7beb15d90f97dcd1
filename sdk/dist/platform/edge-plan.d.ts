/** What one event may do on the plan of the edge platform that the app is deployed to. */
import type { Bindings } from './host.ts';
/** The limits of one step of a sync, and of one alarm that goes through installs. */
export interface EdgePlan {
    /** How long a step takes rows on, in milliseconds. */
    readonly stepMs: number;
    /** Upserts of up to 100 rows in one step. */
    readonly stepChunks: number;
    /** Calls of a step after which it takes nothing more on: below the 50 that the free plan allows one event. */
    readonly stepCalls: number;
    /** Calls of a step after which none leaves: what a chunk that has to be taken apart still gets. */
    readonly mostCalls: number;
    /** Installs that one alarm calls. */
    readonly installsPerAlarm: number;
}
/** The plan that the variable `SVC_EDGE_PLAN` names, `free` or `paid`. Without it the smaller one, which fits both. */
export declare function edgePlan(env: Bindings): EdgePlan;
