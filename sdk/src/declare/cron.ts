/** The five-field cron expressions that a sync may have, written for the edge, which runs them in UTC. */

import { ScheduleValidationError } from './error.ts';

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names by position, the first of them standing for `min`. */
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** In the order in which they are written. Weekdays count from 0 = Sunday, and 7 is Sunday too. */
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'weekday', min: 0, max: 7, names: WEEKDAYS },
];

/** One member of a field's list: `*`, `3`, `1-5`, `mon-fri`, each with an optional `/step` where it spans values. */
const PART = /^(?:(\*)|([a-z]+|\d+)(?:-([a-z]+|\d+))?)(?:\/(\d+))?$/i;

/**
 * Checks a cron expression and writes it for the edge: one space between fields, numbers without leading zeros, weekdays
 * as names. Throws `ScheduleValidationError` for whatever is outside the five-field subset.
 */
export function parseCron(expression: string): string {
  const known = parsed.get(expression);
  if (known !== undefined) {
    return known;
  }
  const crons = writeCron(expression);
  parsed.set(expression, crons);
  return crons;
}

/** What was parsed before: many syncs of a project share a schedule, and `svc check` evaluates them all. */
const parsed = new Map<string, string>();

function writeCron(expression: string): string {
  const fields = expression.split(/[ \t]+/);
  if (fields.length !== FIELDS.length) {
    const seconds = fields.length === 6 ? '; leave out the field for seconds' : '';
    const count = `${fields.length} field${fields.length === 1 ? '' : 's'}`;
    throw wrong(expression, `it has ${count} instead of five (minute hour day month weekday)${seconds}`);
  }
  return FIELDS.map((field, i) => writeField(expression, field, fields[i] ?? '')).join(' ');
}

function wrong(expression: string, why: string): ScheduleValidationError {
  return new ScheduleValidationError(`cron expression '${expression}' is not accepted: ${why}`, expression);
}

function writeField(expression: string, field: Field, text: string): string {
  const parts = text.split(',').map((part) => parsePart(expression, field, part));
  return field.names === WEEKDAYS ? writeWeekdays(parts) : parts.map((part) => writePart(field, part)).join(',');
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** It was written as `*`. */
  readonly star: boolean;
}

function parsePart(expression: string, field: Field, text: string): Part {
  if (text === '*') {
    return { from: field.min, to: field.max, step: 1, star: true }; // most fields; evaluating many syncs feels the rest
  }
  const found = PART.exec(text);
  if (found === null) {
    throw wrong(
      expression,
      `the ${field.name} '${text}' is none of *, */n, a number${field.names ? ', a name' : ''}, a range or a list of them`,
    );
  }
  const [, star, first, last, stepText] = found;
  const from = star === undefined ? value(expression, field, first ?? '') : field.min;
  const single = star === undefined && last === undefined;
  const to = single ? from : star === undefined ? value(expression, field, last ?? '') : field.max;
  if (from > to) {
    throw wrong(
      expression,
      `the range '${text}' in the ${field.name} runs backwards; write a list, such as '${last},${first}'`,
    );
  }
  const step = stepText === undefined ? 1 : Number(stepText);
  if (stepText !== undefined && single) {
    throw wrong(
      expression,
      `the step '${text}' in the ${field.name} needs a range: write '${from}-${field.max}/${step}'`,
    );
  }
  if (step < 1 || step > field.max) {
    throw wrong(expression, `the step '${text}' in the ${field.name} must lie between 1 and ${field.max}`);
  }
  return { from, to, step, star: star !== undefined };
}

function value(expression: string, field: Field, text: string): number {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) {
    return field.min + named;
  }
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= field.min && number <= field.max)) {
    const names = field.names ? ` or one of ${field.names.join(' ')}` : '';
    throw wrong(expression, `the ${field.name} '${text}' is not a number from ${field.min} to ${field.max}${names}`);
  }
  return number;
}

function writePart(field: Field, { from, to, step, star }: Part): string {
  const span = star ? '*' : from === to ? `${from}` : `${from}-${to}`;
  return step === 1 ? span : field.min === from && field.max === to ? `*/${step}` : `${span}/${step}`;
}

/** Writes weekdays as names, since the edge counts them from 1 = Sunday; runs of three days or more as ranges. */
function writeWeekdays(parts: readonly Part[]): string {
  if (parts.some((part) => part.star && part.step === 1)) {
    return '*';
  }
  const days = new Set<number>();
  for (const { from, to, step, star } of parts) {
    for (let day = from; day <= (star ? 6 : to); day += step) {
      days.add(day % 7);
    }
  }
  const runs: number[][] = [];
  for (const day of [...days].sort()) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) {
      run.push(day);
    } else {
      runs.push([day]);
    }
  }
  const name = (day: number | undefined) => WEEKDAYS[day ?? 0] ?? '';
  return runs
    .map((run) => (run.length > 2 ? `${name(run[0])}-${name(run.at(-1))}` : run.map(name).join(',')))
    .join(',');
}
