/** Posts occurrences of one app event to the CRM. */
import type { Send } from '../../crm/send.ts';
import type { Occurrence, RefusedOccurrence } from '../../protocol/app-events.ts';
/** How many occurrences one request may carry (spec, Limits). */
export declare const MAX_OCCURRENCES = 500;
/**
 * Posts them all at once; gives those that the CRM refused. Rejects when none was taken, and another time may be better.
 * @param path of the profile
 * @param eventType the uid of the event
 */
export declare function postAppEvents(send: Send, path: string, eventType: string, occurrences: readonly Occurrence[]): Promise<readonly RefusedOccurrence[]>;
