/**
 * Records of invocations on their way to the actors of their portals. They wait in this isolate until there are 50 of
 * them, or the oldest is a second old; no request ever waits for them. An isolate that is killed loses at most its last
 * second.
 *
 * Plain data only is kept between requests. Whoever puts the first record into an empty buffer keeps a timer of its
 * own; should that request be gone by then, the next one that comes sees that the buffer is overdue.
 */
import type { InvocationRecord } from '../../platform/observation.ts';
import type { BaseRequestContext } from '../../protocol/request-context.ts';
/** The name of the actor that takes records of no known portal. */
export declare const NO_PORTAL = "none";
/** Takes the record of an invocation that has ended. */
export declare function keepRecord(place: BaseRequestContext, record: InvocationRecord, crm429: number): void;
