/** One occurrence of an app event as a handler gives it, checked and in the form that the CRM takes. */
import type { AppEventDefinition } from '../../declare/app-event.ts';
import type { Occurrence } from '../../protocol/app-events.ts';
/** Throws a TypeError that says what is wrong. @param now milliseconds since the epoch */
export declare function readOccurrence(event: AppEventDefinition, given: unknown, now: number): Occurrence;
