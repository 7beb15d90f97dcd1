/** `HandlerContext`: what a handler is called with. */
import type { InstallAccess } from '../../context/hand-off.ts';
import type { HandlerContext } from '../../context/handler.ts';
import type { EnrolledObject } from '../../context/install.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
/** Where nothing is enrolled: cards, and agents that act on no record. */
export declare const NO_OBJECT: EnrolledObject;
/**
 * Makes the context. Members that cost something are made when they are first read.
 * @param notice its signal fires shortly before the invocation's time is up; also that of `ctx.request`. When the time
 * is up nothing outside can be reached any more
 */
export declare function makeContext(job: Dispatch, invocation: Invocation, input: Record<string, unknown>, notice: DeadlineSignal): HandlerContext;
/** What belongs to the install; without one every call of it says what to do. */
export declare function accessTo(place: RequestContext, install: BoundInstall, invocation: Invocation, notice: DeadlineSignal): InstallAccess;
