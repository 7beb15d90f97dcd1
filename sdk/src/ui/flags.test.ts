import { expect, it } from 'vitest';
import { createFlagsSnapshotProvider } from './flags.ts';

const on = { value: true, variation: 'on', reason: 'TARGETING_MATCH' };
const SNAPSHOT = {
  values: {
    on,
    off: { value: false, variation: 'off', reason: 'DEFAULT' },
    text: { value: '', reason: 'DEFAULT' },
    number: { value: 0, reason: 'SPLIT' },
    json: { value: { a: [1] }, reason: 'DEFAULT' },
    list: { value: [1], reason: 'DEFAULT' },
    nothing: { value: null, reason: 'DEFAULT' },
  },
};

const flags = createFlagsSnapshotProvider(SNAPSHOT);

it('returns the values of the snapshot', () => {
  expect(flags.getBoolean('off', true)).toBe(false);
  expect(flags.getString('text', 'd')).toBe('');
  expect(flags.getNumber('number', 5)).toBe(0);
  expect(flags.getJson('json', {})).toEqual({ a: [1] });
  expect(flags.getJson('list', [] as number[])).toEqual([1]);
  expect(flags.getJson('on', null)).toBe(true);
  expect(flags.getJson('nothing', null)).toBeNull();
});

it('returns the default of a missing key', () => {
  expect(flags.getBoolean('gone', true)).toBe(true);
  expect(flags.getString('constructor', 'd')).toBe('d');
  expect(flags.getNumber('toString', 5)).toBe(5);
  expect(flags.getJson('__proto__', 'd')).toBe('d');
});

it('returns the default on a type mismatch', () => {
  expect(flags.getBoolean('text', true)).toBe(true);
  expect(flags.getString('on', 'd')).toBe('d');
  expect(flags.getNumber('text', 5)).toBe(5);
  expect(flags.getJson('list', { d: 1 })).toEqual({ d: 1 });
  expect(flags.getJson('nothing', { d: 1 })).toEqual({ d: 1 });
  expect(flags.getJson('json', [1])).toEqual([1]);
});

it('evaluate returns the results of existing keys', () => {
  expect(flags.evaluate(['on', 'gone', 'constructor'])).toEqual({ on });
});

it.each([
  undefined,
  null,
  {},
  [],
  'text',
  5,
  { values: null },
  { values: 'text' },
  { values: { on: true } },
  { values: { on: { reason: 'DEFAULT' } } },
  { values: { on: null } },
])('returns defaults for the snapshot %j', (snapshot) => {
  const none = createFlagsSnapshotProvider(snapshot as never);
  expect(none.getBoolean('on', false)).toBe(false);
  expect(none.evaluate(['on'])).toEqual({});
});
