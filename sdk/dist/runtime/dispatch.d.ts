/** Runs one capability for one request: input, context, handler, outcome, answer, record. */
import type { EnrolledObject, ExecutionContext } from '../context/install.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import { type InvocationSubject } from './invocation.ts';
/** One request for one capability, verified and unpacked by its route. */
export interface Dispatch extends InvocationSubject {
    /** As it was sent. */
    readonly input: unknown;
    readonly request: RawRequest;
    readonly enrolledObject: EnrolledObject;
    readonly execution?: ExecutionContext;
}
/** Runs the capability and answers as its surface does. Throws a Refusal for an input that does not fit. */
export declare function dispatch(job: Dispatch): Promise<Response>;
