/** The five-field cron expressions that a sync may have, written for the edge, which runs them in UTC. */
/**
 * Checks a cron expression and writes it for the edge: one space between fields, numbers without leading zeros, weekdays
 * as names. Throws `ScheduleValidationError` for whatever is outside the five-field subset.
 */
export declare function parseCron(expression: string): string;
