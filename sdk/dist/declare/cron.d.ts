/** Parses five-field cron expressions and writes them for the edge, which runs them in UTC. */
/**
 * Returns a cron expression as the edge takes it: one space between fields, numbers without leading zeros, weekdays as
 * names.
 *
 * @throws {ScheduleValidationError} when the expression is outside the five-field subset
 */
export declare function parseCron(expression: string): string;
