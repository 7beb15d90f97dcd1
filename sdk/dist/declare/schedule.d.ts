/** A sync's schedule in the form that the manifest, code generation and the runtime use. */
export interface NormalizedSyncSchedule {
    /** The form of the schedule. */
    readonly kind: 'interval' | 'cron' | 'event' | 'manual';
    /** The schedule as it was declared. */
    readonly expression: string;
    /**
     * The edge cron triggers that start the sync, in UTC. Empty for `event` and `manual`. Weekdays are names, because the
     * edge counts them from 1 = Sunday.
     */
    readonly crons: readonly string[];
}
/**
 * Parses a sync's schedule. Nothing is rounded.
 *
 * Accepted are `event`, `manual`, five-field cron expressions, and the intervals `<n>m` where n divides 60, `<n>h` where
 * n divides 24, and `1d`. Intervals start at the full hour or at midnight UTC, so `60m` equals `1h` and `24h` equals
 * `1d` (spec, Limits: sync schedule rules).
 *
 * @throws {ScheduleValidationError} when the schedule has no accepted form
 * @example
 * import { normalizeSyncSchedule } from '@svc/sdk';
 *
 * normalizeSyncSchedule('1d'); // { kind: 'interval', expression: '1d', crons: ['0 0 * * *'] }
 */
export declare function normalizeSyncSchedule(schedule: string): NormalizedSyncSchedule;
