/** What a route hands to the dispatcher. */

import type { EnrolledObject, ExecutionContext } from '../../context/install.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import type { AnsweredSurface } from '../../platform/observation.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { Invocation, InvocationSubject } from './invocation.ts';
import type { Outcome } from './outcome.ts';

/** What one kind of capability has in its context beside what all have. */
export type ContextMembers = (invocation: Invocation, deadlineSignal: DeadlineSignal) => object;

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
  readonly timeoutMs?: number;
  /** The same whenever the platform delivers the same thing again; what was counted for it is not counted again. */
  readonly deliveryKey?: string | undefined;
  /** What its context has beyond what every handler's has. */
  readonly members?: ContextMembers;
  /** Called when nothing keeps the handler from running any more. An HttpError keeps it from it after all. */
  readonly begin?: () => Promise<void>;
  /** Called with the outcome of what has begun, before it is answered; gives the `run` of the answer. */
  readonly conclude?: (outcome: Outcome) => Promise<unknown>;
}
