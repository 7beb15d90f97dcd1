/** Runs one capability for one request: input, context, handler, outcome, answer, record. */
import type { EnrolledObject, ExecutionContext } from '../context/install.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import type { ContextMembers } from './context.ts';
import { Invocation, type InvocationSubject } from './invocation.ts';
import { type Answer, type AnsweredSurface, type Outcome } from './outcome.ts';
import { type RunningStream } from './run-handler.ts';
/** One request for one capability, verified and unpacked by its route. */
export interface Dispatch extends InvocationSubject {
    readonly surface: AnsweredSurface;
    /** As it was sent; a trigger's is made by its route. */
    readonly input: unknown;
    readonly request: RawRequest;
    readonly enrolledObject: EnrolledObject;
    readonly execution?: ExecutionContext;
    /** An agent filled the input in. */
    readonly byAgent?: boolean;
    /** Less than the capability's own budget. */
    readonly budgetMs?: number;
    /** What its context has beyond what every handler's has. */
    readonly members?: ContextMembers;
    /** Called with the outcome before it is answered; gives the `run` of the answer. */
    readonly conclude?: (outcome: Outcome) => Promise<unknown>;
}
/** What came of it. */
export interface Performed extends Answer {
    readonly outcome: Outcome;
    /** The body as JSON text. */
    readonly text: string;
    /** Instead of the body. */
    readonly stream?: RunningStream;
}
/** Runs the capability and answers as its surface does. Throws a Refusal for an input that does not fit. */
export declare function dispatch(job: Dispatch): Promise<Response>;
/**
 * Runs the capability, and leaves it to the caller to answer and to end the invocation.
 * Throws a Refusal for an input that does not fit; the invocation has ended then.
 */
export declare function perform(job: Dispatch, invocation: Invocation): Promise<Performed>;
/** Records how it ended. */
export declare function endInvocation(invocation: Invocation, { outcome, httpStatus }: Performed): void;
