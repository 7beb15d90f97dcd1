/** The schedule of a sync, exact or rejected: this is the only parser of it (spec, Limits: sync schedule rules). */

import { parseCron } from './cron.ts';
import { ScheduleValidationError } from './error.ts';

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

/** The minute counts that tile an hour. */
const MINUTES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];
/** The hour counts that tile a day. */
const HOURS = [1, 2, 3, 4, 6, 8, 12, 24];

const ACCEPTED = "use an interval such as '5m', '6h' or '1d', a five-field cron expression, 'event' or 'manual'";
const INTERVAL = /^(\d+)(ms|s|m|h|d|w)$/;

/**
 * Normalizes a sync's schedule, or throws `ScheduleValidationError`; nothing is rounded.
 *
 * Accepted are `event`, `manual`, five-field cron, and the intervals `<n>m` where n divides 60, `<n>h` where n divides
 * 24, and `1d`. They start at the full hour or at midnight UTC, so `60m` is `1h` and `24h` is `1d`.
 */
export function normalizeSyncSchedule(schedule: string): NormalizedSyncSchedule {
  if (typeof schedule !== 'string') {
    const got = schedule === null ? 'null' : typeof schedule;
    throw new ScheduleValidationError(
      schedule === undefined
        ? `a sync needs a schedule; ${ACCEPTED}`
        : `a schedule is a string, not ${got}; ${ACCEPTED}`,
      schedule,
    );
  }
  if (schedule === 'event' || schedule === 'manual') {
    return { kind: schedule, expression: schedule, crons: [] };
  }
  if (schedule.trim() !== schedule) {
    throw new ScheduleValidationError(`schedule '${schedule}' has spaces around it; remove them`, schedule);
  }
  const interval = INTERVAL.exec(schedule);
  if (interval !== null) {
    return {
      kind: 'interval',
      expression: schedule,
      crons: [intervalCron(schedule, interval[1] ?? '', interval[2] ?? '')],
    };
  }
  if (looksLikeCron(schedule)) {
    return { kind: 'cron', expression: schedule, crons: [parseCron(schedule)] };
  }
  throw new ScheduleValidationError(notAccepted(schedule), schedule);
}

function looksLikeCron(schedule: string): boolean {
  return schedule.includes('*') || schedule.split(/\s+/).length > 2;
}

/** An interval in words, or with spaces in it. */
const WORDY = /^(\d+)\s*(m|h|d)(?:ins?|inutes?|rs?|ours?|ays?)?$/i;

function notAccepted(schedule: string): string {
  if (schedule === '') {
    return `a schedule must not be empty; ${ACCEPTED}`;
  }
  const lower = schedule.toLowerCase();
  if (lower === 'event' || lower === 'manual') {
    return `schedule '${schedule}' must be written in lower case: use '${lower}'`;
  }
  const [, count, unit] = WORDY.exec(schedule) ?? [];
  if (unit !== undefined) {
    return wordy(schedule, `${count}${unit.toLowerCase()}`);
  }
  if (schedule.startsWith('@')) {
    return `schedule '${schedule}' is a cron nickname, which the edge does not know; ${ACCEPTED}`;
  }
  return `schedule '${schedule}' has no accepted form; ${ACCEPTED}`;
}

/** What to say of an interval that only needs to be written as `plain`; or that could not be kept even then. */
function wordy(schedule: string, plain: string): string {
  try {
    normalizeSyncSchedule(plain);
    return `schedule '${schedule}' must be written as a number and m, h or d, with nothing between: use '${plain}'`;
  } catch (error) {
    return `schedule '${schedule}' stands for '${plain}', and ${(error as Error).message}`;
  }
}

function intervalCron(schedule: string, digits: string, unit: string): string {
  const count = Number(digits);
  const refuse = (why: string, fix: string) =>
    new ScheduleValidationError(
      `schedule '${schedule}' cannot be kept exactly: ${why}; ${fix}`,
      schedule,
      'schedule-interval',
    );
  if (count === 0) {
    throw refuse('an interval is at least one minute', "use '1m' or 'manual'");
  }
  if (digits.startsWith('0')) {
    const plain = digits.replace(/^0+/, '');
    throw new ScheduleValidationError(
      `schedule '${schedule}' has zeros in front of its number: use '${plain}${unit}'`,
      schedule,
    );
  }
  switch (unit) {
    case 'm':
      if (!MINUTES.includes(count)) {
        throw refuse(
          `${digits} minutes do not divide an hour`,
          nearest(count, MINUTES, 'm', count > 60 ? hoursFor(count / 60) : []),
        );
      }
      return count === 60 ? '0 * * * *' : `${every(count)} * * * *`;
    case 'h':
      if (!HOURS.includes(count)) {
        throw refuse(`${digits} hours do not divide a day`, nearest(count, HOURS, 'h', []));
      }
      return count === 24 ? '0 0 * * *' : `0 ${every(count)} * * *`;
    case 'd':
      if (count !== 1) {
        throw refuse(
          'cron triggers cannot count days',
          "use '1d', or days of the month as cron, such as '0 0 1,15 * *'",
        );
      }
      return '0 0 * * *';
    case 'w':
      throw refuse('a week is no interval', "use cron with a weekday, such as '0 0 * * mon'");
    default:
      throw refuse(
        'the edge fires on full minutes',
        `use '${unit === 's' && MINUTES.includes(count / 60) ? count / 60 : 1}m'`,
      );
  }
}

function every(count: number): string {
  return count === 1 ? '*' : `*/${count}`;
}

/** The hour counts next to a number of hours, as schedules. */
function hoursFor(hours: number): string[] {
  const above = HOURS.find((one) => one >= hours);
  return above === undefined ? [] : [`${above}h`];
}

function nearest(count: number, accepted: readonly number[], unit: string, more: string[]): string {
  const below = accepted.filter((one) => one < count).slice(-1);
  const above = accepted.filter((one) => one > count).slice(0, 1);
  const values = [...[...below, ...above].map((one) => `${one}${unit}`), ...more];
  return `use ${values.map((one) => `'${one}'`).join(' or ')}`;
}
