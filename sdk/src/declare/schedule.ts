import { parseCron } from './cron.ts';
import { ScheduleValidationError } from './error.ts';

/** A sync's schedule as the manifest and the runtime have it. */
export interface NormalizedSyncSchedule {
  /** The form of the schedule. */
  readonly kind: 'interval' | 'cron' | 'event' | 'manual';
  /** The schedule as it was declared. */
  readonly expression: string;
  /**
   * The cron triggers of the edge that start the sync, in UTC. Empty for `event` and `manual`. Weekdays are names,
   * because the edge counts them from 1 for Sunday.
   */
  readonly crons: readonly string[];
}

/** Minutes that divide an hour. `ScheduleInterval` is made of both lists. */
const MINUTES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] as const;
/** Hours that divide a day. */
const HOURS = [1, 2, 3, 4, 6, 8, 12, 24] as const;

/** An interval that cron triggers can keep exactly, such as `5m`, `6h` or `1d`. */
export type ScheduleInterval = `${(typeof MINUTES)[number]}m` | `${(typeof HOURS)[number]}h` | '1d';

const ACCEPTED = "use an interval such as '5m', '6h' or '1d', a five-field cron expression, 'event' or 'manual'";
const INTERVAL = /^(\d+)(ms|s|m|h|d|w)$/;

/**
 * Parses a sync's schedule. A schedule that cron triggers cannot keep exactly is rejected, not rounded.
 *
 * Valid schedules are `event`, `manual`, five-field cron expressions, and the intervals `<n>m` where n divides 60,
 * `<n>h` where n divides 24, and `1d`. Intervals start at the full hour or at midnight UTC, so `60m` equals `1h` and
 * `24h` equals `1d`.
 *
 * @throws {ScheduleValidationError} when the schedule is invalid
 * @example
 * import { normalizeSyncSchedule } from '@svc/sdk';
 *
 * normalizeSyncSchedule('1d'); // { kind: 'interval', expression: '1d', crons: ['0 0 * * *'] }
 */
export function normalizeSyncSchedule(schedule: string): NormalizedSyncSchedule {
  if (typeof schedule !== 'string') {
    const got = schedule === null ? 'null' : typeof schedule;
    throw new ScheduleValidationError(
      schedule === undefined
        ? `missing schedule: ${ACCEPTED}`
        : `invalid schedule: expected a string, got ${got}; ${ACCEPTED}`,
      schedule,
    );
  }
  if (schedule === 'event' || schedule === 'manual') {
    return { kind: schedule, expression: schedule, crons: [] };
  }
  if (schedule.trim() !== schedule) {
    throw invalid(schedule, 'remove the spaces around it');
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
  throw invalid(schedule, reasonFor(schedule));
}

function invalid(schedule: string, why: string, rule?: string): ScheduleValidationError {
  return new ScheduleValidationError(`${prefix(schedule)}${why}`, schedule, rule);
}

function prefix(schedule: string): string {
  return `invalid schedule '${schedule}': `;
}

function looksLikeCron(schedule: string): boolean {
  return schedule.includes('*') || schedule.split(/\s+/).length > 2;
}

/** An interval with a spelled-out unit, in upper case or with a space. */
const WORDY = /^(\d+)\s*(m|h|d)(?:ins?|inutes?|rs?|ours?|ays?)?$/i;

function reasonFor(schedule: string): string {
  const lower = schedule.toLowerCase();
  if (lower === 'event' || lower === 'manual') {
    return `must be lower case; use '${lower}'`;
  }
  const [, count, unit] = WORDY.exec(schedule) ?? [];
  if (unit !== undefined) {
    return wordyReason(`${count}${unit.toLowerCase()}`);
  }
  return schedule.startsWith('@') ? `the edge does not support cron nicknames; ${ACCEPTED}` : ACCEPTED;
}

/** @param plain the interval in its accepted spelling, which may still not divide an hour or a day */
function wordyReason(plain: string): string {
  try {
    normalizeSyncSchedule(plain);
    return `write a number followed by m, h or d; use '${plain}'`;
  } catch (error) {
    return `it means '${plain}', but ${(error as Error).message.slice(prefix(plain).length)}`;
  }
}

function intervalCron(schedule: string, digits: string, unit: string): string {
  const count = Number(digits);
  const refuse = (why: string, fix: string) => invalid(schedule, `${why}; ${fix}`, 'schedule-interval');
  if (count === 0) {
    throw refuse('the shortest interval is one minute', "use '1m' or 'manual'");
  }
  if (digits.startsWith('0')) {
    throw invalid(schedule, `leading zeros are not allowed; use '${digits.replace(/^0+/, '')}${unit}'`);
  }
  switch (unit) {
    case 'm':
      if (!isOneOf(MINUTES, count)) {
        throw refuse(
          `${digits} minutes do not divide an hour`,
          nearest(count, MINUTES, 'm', count > 60 ? hoursFor(count / 60) : []),
        );
      }
      return count === 60 ? '0 * * * *' : `${every(count)} * * * *`;
    case 'h':
      if (!isOneOf(HOURS, count)) {
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
      throw refuse('weeks are not supported', "use cron with a weekday, such as '0 0 * * mon'");
    default:
      throw refuse(
        'cron triggers fire on full minutes',
        `use '${unit === 's' && isOneOf(MINUTES, count / 60) ? count / 60 : 1}m'`,
      );
  }
}

function isOneOf(numbers: readonly number[], count: number): boolean {
  return numbers.includes(count);
}

function every(count: number): string {
  return count === 1 ? '*' : `*/${count}`;
}

/** Returns the shortest accepted interval of at least this many hours. Empty when none is as long. */
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
