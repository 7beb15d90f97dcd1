/** Validates every member of a flag, so that only complete snapshots are stored. */

import type { FlagOperator, FlagSnapshot } from '../context/flags.ts';
import { type Data, FLAG_KEY, isData } from './shape.ts';
import { BUCKETS } from './split.ts';

/** An invalid member of a snapshot. */
export class SnapshotError extends Error {
  /** The path of the member, such as `rules[0].serve.variation`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(`${field} ${message}`);
    this.name = 'SnapshotError';
    this.field = field;
  }
}

// Limits on what one evaluation reads.
/** Rules per flag. */
const MAX_RULES = 200;
/** Conditions per rule. */
const MAX_CONDITIONS = 50;
/** Values per condition. */
const MAX_VALUES = 1_000;

/** Variations per flag, and parts per split. */
const MAX_VARIATIONS = 100;

/** Length of a name, salt or attribute, in UTF-16 units. */
const MAX_TEXT = 256;

const MEMBERS = [
  'key',
  'type',
  'status',
  'version',
  'updatedAt',
  'salt',
  'variations',
  'default',
  'off',
  'rules',
  'rollout',
];

/** The types of a condition's values, by operator. */
const VALUES: Readonly<Record<Exclude<FlagOperator, 'exists'>, readonly unknown[]>> = {
  eq: ['string', 'number', 'boolean'],
  neq: ['string', 'number', 'boolean'],
  in: ['string', 'number', 'boolean'],
  notIn: ['string', 'number', 'boolean'],
  contains: ['string', 'number', 'boolean'],
  startsWith: ['string'],
  endsWith: ['string'],
  gt: ['string', 'number'],
  gte: ['string', 'number'],
  lt: ['string', 'number'],
  lte: ['string', 'number'],
};

/**
 * Returns a JSON value as a snapshot.
 *
 * @throws {SnapshotError} for the first invalid member
 */
export function readSnapshot(value: unknown): FlagSnapshot {
  const flag = record('the flag', value, MEMBERS);
  matching(
    'key',
    flag.key,
    FLAG_KEY,
    'must start with a letter or digit and contain at most 128 letters, digits, dots, hyphens and underscores',
  );
  oneOf('type', flag.type, ['boolean', 'string', 'number', 'json']);
  oneOf('status', flag.status, ['active', 'disabled', 'archived']);
  if (!Number.isSafeInteger(flag.version) || (flag.version as number) < 0) {
    throw new SnapshotError('version', 'must be a whole number of at least 0');
  }
  matching(
    'updatedAt',
    flag.updatedAt,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
    'must be a time such as 2026-01-01T00:00:00Z',
  );
  if (Number.isNaN(Date.parse(flag.updatedAt as string))) {
    throw new SnapshotError('updatedAt', 'must be a valid date');
  }
  text('salt', flag.salt);
  const names = variations(flag);
  oneOf('default', flag.default, names);
  oneOf('off', flag.off, names);
  const ids = new Set<unknown>();
  list('rules', flag.rules, 0, MAX_RULES).forEach((one, i) => {
    const id = rule(`rules[${i}]`, one, names);
    if (ids.has(id)) {
      throw new SnapshotError(`rules[${i}].id`, 'must be unique: an earlier rule has it');
    }
    ids.add(id);
  });
  if (flag.rollout !== undefined) {
    split('rollout', record('rollout', flag.rollout, ['split', 'by']), names);
  }
  return value as FlagSnapshot;
}

function variations({ type, variations: all }: Data): string[] {
  if (!isData(all)) {
    throw new SnapshotError('variations', 'must be an object with values by name');
  }
  const names = Object.keys(all);
  if (names.length < 1 || names.length > MAX_VARIATIONS) {
    throw new SnapshotError('variations', `must have 1 to ${MAX_VARIATIONS} members`);
  }
  for (const name of names) {
    text('variations', name);
    if (type !== 'json' && typeof all[name] !== type) {
      throw new SnapshotError(`variations.${name}`, `must be a ${String(type)}, the type of the flag`);
    }
  }
  return names;
}

/** Returns the rule's id. */
function rule(path: string, value: unknown, names: readonly string[]): unknown {
  const { id, when, serve } = record(path, value, ['id', 'when', 'serve']);
  text(`${path}.id`, id);
  list(`${path}.when`, when, 0, MAX_CONDITIONS).forEach((one, i) => condition(`${path}.when[${i}]`, one));
  const served = record(`${path}.serve`, serve, ['variation', 'split', 'by']);
  if ((served.variation === undefined) === (served.split === undefined)) {
    throw new SnapshotError(`${path}.serve`, 'must have a variation or a split, but not both');
  }
  if (served.split !== undefined) {
    split(`${path}.serve`, served, names);
  } else {
    oneOf(`${path}.serve.variation`, served.variation, names);
    if (served.by !== undefined) {
      throw new SnapshotError(`${path}.serve.by`, 'is allowed only with a split');
    }
  }
  return id;
}

function condition(path: string, value: unknown): void {
  const { attr, op, values } = record(path, value, ['attr', 'op', 'values']);
  text(`${path}.attr`, attr);
  oneOf(`${path}.op`, op, [...Object.keys(VALUES), 'exists']);
  if (op === 'exists') {
    if (list(`${path}.values`, values, 0, 1).some((one) => typeof one !== 'boolean')) {
      throw new SnapshotError(`${path}.values`, 'must be [], [true] or [false] for exists');
    }
    return;
  }
  const kinds = VALUES[op as keyof typeof VALUES];
  if (list(`${path}.values`, values, 1, MAX_VALUES).some((one) => !kinds.includes(typeof one))) {
    throw new SnapshotError(
      `${path}.values`,
      `must be an array for ${String(op)}, each value a ${kinds.join(' or a ')}`,
    );
  }
}

function split(path: string, { split: parts, by }: Data, names: readonly string[]): void {
  let total = 0;
  list(`${path}.split`, parts, 1, MAX_VARIATIONS).forEach((one, i) => {
    const { variation, weight } = record(`${path}.split[${i}]`, one, ['variation', 'weight']);
    oneOf(`${path}.split[${i}].variation`, variation, names);
    if (!Number.isInteger(weight) || (weight as number) < 0) {
      throw new SnapshotError(`${path}.split[${i}].weight`, 'must be a whole number of at least 0');
    }
    total += weight as number;
  });
  if (total !== BUCKETS) {
    throw new SnapshotError(`${path}.split`, `must have weights with the sum ${BUCKETS}, got ${total}`);
  }
  if (by !== undefined) {
    text(`${path}.by`, by);
  }
}

/** Returns an object without unknown members: a misspelled `rollout` would have no effect. */
function record(path: string, value: unknown, members: readonly string[]): Data {
  if (!isData(value)) {
    throw new SnapshotError(path, 'must be an object');
  }
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other !== undefined) {
    throw new SnapshotError(
      members === MEMBERS ? other : `${path}.${other}`,
      `is not a known member: use ${members.join(', ')}`,
    );
  }
  return value;
}

function list(path: string, value: unknown, min: number, max: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length < min || value.length > max) {
    throw new SnapshotError(path, `must be an array of ${min} to ${max} items`);
  }
  return value;
}

function text(path: string, value: unknown): void {
  if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT) {
    throw new SnapshotError(path, `must be a string of 1 to ${MAX_TEXT} characters`);
  }
}

function matching(path: string, value: unknown, pattern: RegExp, otherwise: string): void {
  if (typeof value !== 'string' || !pattern.test(value)) {
    throw new SnapshotError(path, otherwise);
  }
}

function oneOf(path: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'string' || !known.includes(value)) {
    throw new SnapshotError(path, `must be one of ${known.join(', ')}`);
  }
}
