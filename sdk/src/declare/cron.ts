/** Parses five-field cron expressions and writes them for the edge, which runs them in UTC. */

import { ScheduleValidationError } from './error.ts';

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of the values, starting at `min`. */
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The fields in written order. Weekdays count from 0 = Sunday; 7 is Sunday too. */
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'weekday', min: 0, max: 7, names: WEEKDAYS },
];

/** One item of a field's list: `*`, `3`, `1-5` or `mon-fri`. `*` and ranges take an optional `/step`. */
const PART = /^(?:(\*)|([a-z]+|\d+)(?:-([a-z]+|\d+))?)(?:\/(\d+))?$/i;

/**
 * Returns a cron expression as the edge takes it: one space between fields, numbers without leading zeros, weekdays as
 * names.
 *
 * @throws {ScheduleValidationError} when the expression is outside the five-field subset
 */
export function parseCron(expression: string): string {
  const known = parsed.get(expression);
  if (known !== undefined) {
    return known;
  }
  const cron = writeCron(expression);
  parsed.set(expression, cron);
  return cron;
}

/** Results by expression: many syncs of a project share a schedule, and `svc check` evaluates them all. */
const parsed = new Map<string, string>();

function writeCron(expression: string): string {
  const fields = expression.split(/[ \t]+/);
  if (fields.length !== FIELDS.length) {
    const fix = fields.length === 6 ? '; remove the field for seconds' : '';
    throw invalid(expression, `expected 5 fields (minute hour day month weekday), got ${fields.length}${fix}`);
  }
  const parts = FIELDS.map((field, i) =>
    (fields[i] ?? '').split(',').map((text) => parsePart(expression, field, text)),
  );
  refuseNever(expression, parts);
  return FIELDS.map((field, i) => writeField(field, parts[i] ?? [])).join(' ');
}

/** Days of the months, in leap years. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Throws if no selected month has a selected day, as in `0 0 31 2 *`. A weekday would fire besides the day. */
function refuseNever(
  expression: string,
  [, , days = [], months = [], weekdays = []]: readonly (readonly Part[])[],
): void {
  const first = Math.min(...days.map((part) => part.from));
  let longest = 0;
  for (const { from, to, step } of months) {
    for (let month = from; month <= to; month += step) {
      longest = Math.max(longest, DAYS[month - 1] ?? 0);
    }
  }
  if (first > longest && isAny(weekdays)) {
    throw invalid(
      expression,
      `it never fires, because the month has no day ${first}; write a day from 1 to ${longest}`,
    );
  }
}

const isAny = (parts: readonly Part[]): boolean => parts.some((part) => part.star && part.step === 1);

function invalid(expression: string, why: string): ScheduleValidationError {
  return new ScheduleValidationError(`invalid cron expression '${expression}': ${why}`, expression);
}

function writeField(field: Field, parts: readonly Part[]): string {
  return field.names === WEEKDAYS ? writeWeekdays(parts) : parts.map((part) => writePart(field, part)).join(',');
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Written as `*`. */
  readonly star: boolean;
}

function parsePart(expression: string, field: Field, text: string): Part {
  if (text === '*') {
    return { from: field.min, to: field.max, step: 1, star: true }; // common, and faster than the pattern
  }
  const found = PART.exec(text);
  if (found === null) {
    throw invalid(
      expression,
      `${field.name} '${text}' must be *, */n, a number${field.names ? ', a name' : ''}, a range or a list of these`,
    );
  }
  const [, star, first, last, stepText] = found;
  const from = star === undefined ? value(expression, field, first ?? '') : field.min;
  const single = star === undefined && last === undefined;
  const to = single ? from : star === undefined ? value(expression, field, last ?? '') : field.max;
  if (from > to) {
    throw invalid(
      expression,
      `range '${text}' in the ${field.name} runs backwards; write a list such as '${last},${first}'`,
    );
  }
  const step = stepText === undefined ? 1 : Number(stepText);
  if (stepText !== undefined && single) {
    throw invalid(
      expression,
      `step '${text}' in the ${field.name} needs a range; write '${from}-${field.max}/${step}'`,
    );
  }
  if (step < 1 || step > field.max) {
    throw invalid(expression, `step '${text}' in the ${field.name} must be from 1 to ${field.max}`);
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
    throw invalid(expression, `${field.name} '${text}' must be a number from ${field.min} to ${field.max}${names}`);
  }
  return number;
}

function writePart(field: Field, { from, to, step, star }: Part): string {
  const span = star ? '*' : from === to ? `${from}` : `${from}-${to}`;
  return step === 1 ? span : field.min === from && field.max === to ? `*/${step}` : `${span}/${step}`;
}

/** Writes weekdays as names: the edge counts them from 1 = Sunday. Three or more days in a row become a range. */
function writeWeekdays(parts: readonly Part[]): string {
  if (isAny(parts)) {
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
