/** One occurrence of an app event as a handler gives it, checked and in the form that the CRM takes. */
import type { AppEventDefinition } from '../declare/app-event.ts';
/** An occurrence on its way: JSON, and the same however often it is sent. */
export interface Occurrence {
    /** The CRM counts occurrences with the same id once. */
    readonly id: string;
    readonly objectId?: string;
    readonly email?: string;
    readonly utk?: string;
    readonly properties: Readonly<Record<string, unknown>>;
    /** ISO 8601. */
    readonly timestamp: string;
}
/** Throws a TypeError that says what is wrong. @param now milliseconds since the epoch */
export declare function readOccurrence(event: AppEventDefinition, given: unknown, now: number): Occurrence;
