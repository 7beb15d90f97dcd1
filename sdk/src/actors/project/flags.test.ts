/** The project's flags in its actor: what bounds them. What is put and read is held by conformance cases. */

import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { FlagSnapshot } from '../../context/flags.ts';
import type { ActorError } from '../../protocol/actor.ts';
import { flags, MAX_FLAG_BYTES, MAX_FLAGS } from './flags.ts';

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

function part() {
  const methods = flags(fakeState('p/test').state).methods!;
  return (method: string, args: unknown) => methods[method]!(args) as unknown;
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
  const call = part();
  for (let i = 0; i < MAX_FLAGS; i++) {
    call('putFlag', flag(`f${i}`));
  }
  expect(codeOf(() => call('putFlag', flag('more')))).toBe('limit_reached');
  expect(codeOf(() => call('putFlag', flag('f7', 2)))).toBeUndefined();
  call('removeFlag', { key: 'f8' });
  expect(codeOf(() => call('putFlag', flag('more')))).toBeUndefined();
  expect(call('listFlags', null)).toHaveLength(MAX_FLAGS);
});

test('limits a snapshot by its bytes of JSON', () => {
  const call = part();
  const frame = JSON.stringify(flag('f', 1, '')).length;
  expect(codeOf(() => call('putFlag', flag('f', 1, 'ü'.repeat((MAX_FLAG_BYTES - frame) / 2 + 1))))).toBe(
    'limit_reached',
  );
  expect(codeOf(() => call('putFlag', flag('f', 1, 'x'.repeat(MAX_FLAG_BYTES - frame))))).toBeUndefined();
  expect(codeOf(() => call('putFlag', flag('f', 2, 'x'.repeat(MAX_FLAG_BYTES - frame + 1))))).toBe('limit_reached');
  expect(call('flag', { key: 'f' })).toMatchObject({ version: 1 });
});

test('accepts any version of a flag that was deleted', () => {
  const call = part();
  call('putFlag', flag('f', 5));
  expect(codeOf(() => call('putFlag', flag('f', 4)))).toBe('version_conflict');
  call('removeFlag', { key: 'f' });
  expect(codeOf(() => call('putFlag', flag('f', 4)))).toBeUndefined();
});
