/** The project's flags in its actor: what bounds them. What is put and read is held by conformance cases. */

import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { FlagSnapshot } from '../../context/flags.ts';
import type { ActorError } from '../../protocol/actor.ts';
import { DELETED_KEPT_MS, flags, MAX_FLAG_BYTES, MAX_FLAGS } from './flags.ts';

function flag(key: string, version = 1, text = 'x'): FlagSnapshot {
  const base = {
    status: 'active',
    updatedAt: '2026-09-01T00:00:00Z',
    salt: 's',
    default: 'a',
    off: 'a',
    rules: [],
  } as const;
  return { key, type: 'string', version, variations: { a: text }, ...base };
}

function setUp() {
  const fake = fakeState('p/test');
  const methods = flags(fake.state).methods!;
  const call = (method: string, args: unknown) => methods[method]!(args) as unknown;
  return {
    fake,
    call,
    put: (one: FlagSnapshot, id?: string) => call('putFlag', { ...one, ...(id !== undefined && { call: id }) }),
  };
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as ActorError).code;
  }
}

test('limits a project to 1,000 flags, which can still change', () => {
  const { call, put } = setUp();
  for (let i = 0; i < MAX_FLAGS; i++) {
    put(flag(`f${i}`));
  }
  expect(codeOf(() => put(flag('more')))).toBe('limit_reached');
  expect(codeOf(() => put(flag('f7', 2)))).toBeUndefined();
  call('removeFlag', { key: 'f8' });
  expect(codeOf(() => put(flag('more')))).toBeUndefined();
  expect(call('listFlags', null)).toHaveLength(MAX_FLAGS);
});

test('limits a snapshot by its bytes of JSON', () => {
  const { call, put } = setUp();
  const frame = JSON.stringify(flag('f', 1, '')).length;
  expect(codeOf(() => put(flag('f', 1, 'ü'.repeat((MAX_FLAG_BYTES - frame) / 2 + 1))))).toBe('limit_reached');
  expect(codeOf(() => put(flag('f', 1, 'x'.repeat(MAX_FLAG_BYTES - frame))))).toBeUndefined();
  expect(codeOf(() => put(flag('f', 2, 'x'.repeat(MAX_FLAG_BYTES - frame + 1))))).toBe('limit_reached');
  expect(call('flag', { key: 'f' })).toMatchObject({ version: 1 });
});

test('accepts an older version of a deleted flag only when no request with it can be under way', () => {
  const { fake, call, put } = setUp();
  put(flag('f', 5));
  expect(codeOf(() => put(flag('f', 4)))).toBe('version_conflict');
  call('removeFlag', { key: 'f' });
  expect(codeOf(() => put(flag('f', 5)))).toBe('version_conflict');
  expect(codeOf(() => put(flag('other', 1)))).toBeUndefined();
  fake.clock += DELETED_KEPT_MS;
  expect(codeOf(() => put(flag('f', 4)))).toBeUndefined();
});

test('accepts a newer version of a flag that was just deleted, and again after that', () => {
  const { call, put } = setUp();
  put(flag('f', 5));
  call('removeFlag', { key: 'f' });
  expect(codeOf(() => put(flag('f', 6)))).toBeUndefined();
  call('removeFlag', { key: 'f' });
  expect(codeOf(() => put(flag('f', 6)))).toBe('version_conflict');
  expect(codeOf(() => put(flag('f', 7)))).toBeUndefined();
});

test('answers a repeated request as the first time, and does nothing', () => {
  const { call, put } = setUp();
  put(flag('f', 1), 'put');
  expect(call('removeFlag', { key: 'f', call: 'remove' })).toBe(true);
  put(flag('f', 2));
  expect(call('removeFlag', { key: 'f', call: 'remove' })).toBe(true);
  put(flag('f', 1), 'put');
  expect(call('flag', { key: 'f' })).toMatchObject({ version: 2 });
});
