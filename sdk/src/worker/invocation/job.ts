import type { EnrolledObject, ExecutionContext } from '../../context/install.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import type { AnsweredSurface } from '../../platform/observation.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { Invocation, InvocationSubject } from './invocation.ts';
import type { Outcome } from './outcome.ts';

/** Creates the context members that only one kind of capability has. */
export type ContextMembers = (invocation: Invocation, deadlineSignal: DeadlineSignal) => object;

/** One request for one capability, verified and parsed by its route. */
export interface Dispatch extends InvocationSubject {
  readonly surface: AnsweredSurface;
  /** The input as sent; for a trigger, made by its route. */
  readonly input: unknown;
  readonly request: RawRequest;
  readonly enrolledObject: EnrolledObject;
  readonly execution?: ExecutionContext;
  /** Whether an agent set the input. */
  readonly byAgent?: boolean;
  /** Time limit in ms, if shorter than the capability's own. */
  readonly timeoutMs?: number;
  /** Idempotency key: the same for each delivery of one event. Billing counts it once. */
  readonly deliveryKey?: string | undefined;
  /** Creates additional context members. */
  readonly members?: ContextMembers;
  /** Called immediately before the handler. A RouteError prevents the run. */
  readonly begin?: () => Promise<void>;
  /** Called with the outcome, before the response. Returns the `run` member of the response. */
  readonly conclude?: (outcome: Outcome) => Promise<unknown>;
}
