/** Runs one capability for one request: input, context, handler, outcome, answer, record. */
import { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { type Answer, type Outcome } from '../invocation/outcome.ts';
import { type RunningStream } from './run-handler.ts';
/** What came of it. */
export interface Performed extends Answer {
    readonly outcome: Outcome;
    /** The body as JSON text. */
    readonly text: string;
    /** Instead of the body. */
    readonly stream?: RunningStream;
}
/** Runs the capability and answers as its surface does. Throws an HttpError for an input that does not fit. */
export declare function dispatch(job: Dispatch): Promise<Response>;
/**
 * Runs the capability, and leaves it to the caller to answer and to end the invocation.
 * Throws an HttpError for what keeps it from running, such as an input that does not fit; the invocation has ended then.
 */
export declare function perform(job: Dispatch, invocation: Invocation): Promise<Performed>;
/** Records how it ended. */
export declare function endInvocation(invocation: Invocation, { outcome, httpStatus }: Performed): void;
