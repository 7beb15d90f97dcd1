/** Runs a handler: input and context in, within its budget, an outcome out. */
import { Deadline } from '../../platform/deadline.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';
import { type OpenedStream } from './card-stream.ts';
/** The handler's input, or an HttpError for what was sent. */
export declare function inputOf({ capability, input, surface, byAgent }: Dispatch): Record<string, unknown>;
/** A card backend's stream, and the clock that it runs against. */
export interface RunningStream extends OpenedStream {
    readonly budget: Deadline;
}
/** How the handler ended, or what it is streaming. */
export interface Ran {
    readonly outcome: Outcome;
    readonly stream?: RunningStream;
}
/** Runs the handler within its budget. Never rejects: a throw is an outcome. */
export declare function runHandler(job: Dispatch, invocation: Invocation, input: Record<string, unknown>): Promise<Ran>;
/** The outcome of a throw, which is reported to the host. */
export declare function failed({ capability }: Dispatch, invocation: Invocation, thrown: unknown): Outcome;
