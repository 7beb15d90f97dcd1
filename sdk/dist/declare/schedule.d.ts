/** The schedule of a sync, exact or rejected: this is the only parser of it (spec, Limits: sync schedule rules). */
/** A schedule in the one shape that manifest, code generation and runtime use. */
export interface NormalizedSyncSchedule {
    readonly kind: 'interval' | 'cron' | 'event' | 'manual';
    /** The schedule as it was declared. */
    readonly expression: string;
    /**
     * The edge cron triggers (UTC) that fire it; none for `event` and `manual`. Weekdays are names, since the edge counts
     * them from 1 = Sunday.
     */
    readonly crons: readonly string[];
}
/**
 * Normalizes a sync's schedule, or throws `ScheduleValidationError`; nothing is rounded.
 *
 * Accepted are `event`, `manual`, five-field cron, and the intervals `<n>m` where n divides 60, `<n>h` where n divides
 * 24, and `1d`. They start at the full hour or at midnight UTC, so `60m` is `1h` and `24h` is `1d`.
 */
export declare function normalizeSyncSchedule(schedule: string): NormalizedSyncSchedule;
