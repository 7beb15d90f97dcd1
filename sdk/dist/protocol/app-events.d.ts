/** Occurrences of app events, and the step that sends them. */
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
/** An occurrence that the CRM does not take, and never will. */
export interface RefusedOccurrence {
    readonly id: string;
    readonly message: string;
}
export interface EventsStepArguments {
    /** The event's id. */
    readonly event: string;
    readonly occurrences: readonly Occurrence[];
    /** The install as its own actor knows it. */
    readonly install: {
        readonly id: string;
        readonly portalId: number | null;
    };
}
export interface EventsStepResult {
    /** Those that the CRM will never take; it has all others. */
    readonly refused?: readonly RefusedOccurrence[];
    /** Nothing was sent: the budget is spent for as long, in milliseconds. */
    readonly waitMs?: number;
}
