/**
 * The gate of a capability's `billing` block: before the handler runs, its install must hold the features that are
 * required, and its meter must have room. What is used is reserved first and settled by the outcome: `ok` counts.
 */
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';
/** Called once when the dispatch has ended. `isDone`: it did its work. Never rejects. */
export type Settle = (isDone: boolean) => Promise<void>;
/** The outcome of a dispatch that is not covered, or how to settle it. Undefined: there is nothing to ask. */
export declare function openGate(job: Dispatch, invocation: Invocation): Promise<Outcome | Settle> | undefined;
