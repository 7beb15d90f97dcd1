/** Compares which snapshots validation accepts with what an evaluation makes of them. */

import { expect, it } from 'vitest';
import vectors from '../../../contract/flags/evaluate.json' with { type: 'json' };
import type { FlagSnapshot } from '../context/flags.ts';
import { evaluateFlag } from './evaluate.ts';
import { readSnapshot, SnapshotError } from './validate.ts';

const FLAG = {
  key: 'new-layout',
  type: 'boolean',
  status: 'active',
  version: 1,
  updatedAt: '2026-09-01T00:00:00Z',
  salt: 's1',
  variations: { on: true, off: false },
  default: 'off',
  off: 'off',
  rules: [
    {
      id: 'r1',
      when: [
        { attr: 'plan', op: 'in', values: ['pro', 7, true] },
        { attr: 'plan', op: 'exists', values: [] },
      ],
      serve: { variation: 'on' },
    },
    {
      id: 'r2',
      when: [],
      serve: {
        split: [
          { variation: 'on', weight: 1 },
          { variation: 'off', weight: 99_999 },
        ],
        by: 'region',
      },
    },
  ],
  rollout: { split: [{ variation: 'on', weight: 100_000 }] },
};

const snapshots = vectors.map(({ snapshot }) => snapshot as unknown);

function faultOf(value: unknown): string | undefined {
  try {
    readSnapshot(value);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotError);
    return (error as SnapshotError).field;
  }
}

it('returns a valid snapshot unchanged', () => {
  expect(readSnapshot(FLAG)).toBe(FLAG);
});

it('every accepted snapshot of the contract evaluates without an error', () => {
  const accepted = snapshots.filter((snapshot) => faultOf(snapshot) === undefined) as FlagSnapshot[];
  expect(accepted.length).toBeGreaterThan(50);
  for (const snapshot of accepted) {
    for (const context of [{}, { targetingKey: '7', plan: 'pro', region: 'eu' }, { targetingKey: 7 as never }]) {
      expect(evaluateFlag(snapshot, context, null).reason).not.toBe('ERROR');
    }
  }
});

/** The paths of all members, such as `rules.0.when.0.attr`. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]))
      : [];
  return path.length === 0 ? below : [[...path], ...below];
}

function changed(path: readonly string[], to: unknown): unknown {
  const copy = structuredClone(FLAG) as never;
  const owner = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((one, name) => one[name] as Record<string, unknown>, copy);
  owner[path.at(-1)!] = to;
  return copy;
}

it.each(pathsOf(FLAG).map((path) => [path.join('.'), path] as const))('checks the type of %s', (_name, path) => {
  // No member accepts an object with an empty member name.
  expect(faultOf(changed(path, { '': 0 }))).toBeTypeOf('string');
});

it.each(
  pathsOf(FLAG)
    .filter((path) => !['values', 'split', 'rules', 'when'].includes(path.at(-2)!))
    .map((path) => [path.join('.'), path] as const),
)('rejects an unknown member beside %s', (_name, path) => {
  const isName = path.at(-2) === 'variations';
  expect(faultOf(changed([...path.slice(0, -1), 'misspelled'], isName ? 'text' : 1))).toBeTypeOf('string');
});

it.each([undefined, null, 7, 'text', [], true])('rejects %j', (value) => {
  expect(faultOf(value)).toBe('the flag');
});

it.each([
  ['version', Number.MAX_SAFE_INTEGER + 1],
  ['updatedAt', '2026-13-01T00:00:00Z'],
  ['updatedAt', '2026-09-01'],
  ['key', 'a/b'],
  ['key', ''],
  ['key', 'x'.repeat(129)],
  ['salt', 'x'.repeat(257)],
  ['default', 'constructor'],
  ['rules', Array.from({ length: 201 }, (_, i) => ({ id: String(i), when: [], serve: { variation: 'on' } }))],
  ['variations', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, true]))],
])('rejects %s: %j', (field, value) => {
  expect(faultOf({ ...FLAG, [field]: value })).toBe(field);
});
