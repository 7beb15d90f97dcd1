/** Converts a value to its field's declared type. The platform sends most values as text. */

import type { FieldDefinition } from './field.ts';
import { JsonDepthError, MAX_JSON_DEPTH, parseJson } from './json.ts';

/** The value does not match its type. `expected` completes "must be ...". */
export interface Mismatch {
  readonly expected: string;
}

/** The converted value. */
export type Reading = { readonly value: unknown } | Mismatch;

type Reader = (value: unknown, field: FieldDefinition) => Reading;

/** Readers by type, in lower case, which also covers legacy spellings. */
const READERS: Readonly<Record<string, Reader>> = {
  string: readString,
  number: readNumber,
  bool: readBool,
  boolean: readBool,
  enumeration: readChoice,
  datetime: readDatetime,
  json: readJson,
};

/** Converts a value, neither undefined nor null, to the field's type. */
export function readField(field: FieldDefinition, value: unknown): Reading {
  const reader = READERS[String(field.type).toLowerCase()];
  return reader === undefined ? { value } : reader(value, field);
}

/** Reports whether there is no value. For an unset number, date or choice the platform sends an empty text. */
export function isAbsent(field: FieldDefinition, value: unknown): boolean {
  return value === undefined || value === null || (value === '' && String(field.type).toLowerCase() !== 'string');
}

/**
 * Converts the default of a field as a sent value. The result is a copy, which the handler may change. The value is
 * undefined if the field has no default.
 */
export function readDefault(field: FieldDefinition): Reading {
  if (field.default === undefined) {
    return { value: undefined };
  }
  const text = jsonOf(field.default);
  return text === undefined ? { expected: 'a value that JSON can represent' } : readField(field, JSON.parse(text));
}

/** Returns the JSON of a value, undefined for one that JSON cannot represent, such as a function or a cycle. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** How the default of a field reaches the handler, for `svc check`. */
interface DefaultReading {
  /** Completes "must be ...", if the default is not a value of the field's type. */
  readonly expected?: string;
  /** The JavaScript type of the value after a conversion, if the default has another one. */
  readonly becomes?: string;
}

/**
 * Reads the defaults of fields for `svc check`: takes a JSON array of fields with defaults, and returns a JSON array of
 * readings. The check leaves out values that JSON cannot represent.
 */
export function defaultsJson(fields: string): string {
  return JSON.stringify((JSON.parse(fields) as FieldDefinition[]).map(defaultReading));
}

function defaultReading(field: FieldDefinition): DefaultReading {
  try {
    const reading = readDefault(field);
    if ('expected' in reading) {
      return { expected: reading.expected };
    }
    const becomes = typeof reading.value;
    return becomes === typeof field.default ? {} : { becomes };
  } catch {
    return {}; // malformed options, which other rules report
  }
}

function readString(value: unknown): Reading {
  if (typeof value === 'string') {
    return { value };
  }
  return typeof value === 'number' || typeof value === 'boolean' ? { value: String(value) } : { expected: 'a string' };
}

function readNumber(value: unknown): Reading {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
  return typeof number === 'number' && Number.isFinite(number) ? { value: number } : { expected: 'a number' };
}

function readBool(value: unknown): Reading {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') {
    return { value: true };
  }
  return word === false || word === 'false' ? { value: false } : { expected: 'true or false' };
}

function readChoice(value: unknown, { options = [], fieldType }: FieldDefinition): Reading {
  const text = readString(value);
  if ('expected' in text || options.length === 0) {
    return text;
  }
  const choices = options.map((option) => (typeof option === 'string' ? option : option.value));
  // A checkbox field joins its choices with semicolons.
  const chosen = fieldType === 'checkbox' ? String(text.value).split(';') : [String(text.value)];
  return chosen.every((one) => choices.includes(one)) ? text : { expected: `one of ${choices.join(', ')}` };
}

function readJson(value: unknown): Reading {
  if (typeof value !== 'string') {
    return { value };
  }
  try {
    return { value: parseJson(value) };
  } catch (error) {
    return { expected: error instanceof JsonDepthError ? `JSON of at most ${MAX_JSON_DEPTH} levels` : 'JSON' };
  }
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Converts ISO 8601, or ms since the epoch as the platform sends them, to ISO 8601 in UTC. */
function readDatetime(value: unknown): Reading {
  const mismatch = { expected: 'a date and time in ISO 8601, or milliseconds since the epoch' };
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value))) {
    const date = new Date(Number(value));
    return Number.isNaN(date.getTime()) ? mismatch : { value: date.toISOString() };
  }
  const match = typeof value === 'string' ? ISO.exec(value.trim()) : null;
  return match === null ? mismatch : fromParts(match, mismatch);
}

function fromParts(
  [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z']: RegExpExecArray,
  mismatch: Mismatch,
): Reading {
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map(Number);
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d); // Date.UTC maps the years 0 to 99 to 1900 to 1999
  const isDay = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
  if (!isDay || h > 23 || mi > 59 || s > 59) {
    return mismatch;
  }
  const time = ((h * 60 + mi) * 60 + s) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const result = new Date(date.getTime() + time - zoneOffset(zone)); // invalid if the zone is
  return Number.isNaN(result.getTime()) ? mismatch : { value: result.toISOString() };
}

/** Returns the offset of a zone such as `+02:00` from UTC, in ms; NaN if invalid. A time without zone is UTC. */
function zoneOffset(zone: string): number {
  if (zone.toUpperCase() === 'Z') {
    return 0;
  }
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) {
    return NaN;
  }
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
