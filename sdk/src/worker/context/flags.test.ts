/** ctx.flags: actor calls, caching and failures. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FlagSnapshot } from '../../context/flags.ts';
import type { InstallContext } from '../../context/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';

const FLAG: FlagSnapshot = {
  key: 'f',
  type: 'boolean',
  status: 'active',
  version: 1,
  updatedAt: '2026-09-01T00:00:00Z',
  salt: 's',
  variations: { on: true, off: false },
  default: 'on',
  off: 'off',
  rules: [],
};
const BY_PLAN: FlagSnapshot = {
  ...FLAG,
  default: 'off',
  rules: [{ id: 'r', when: [{ attr: 'plan', op: 'eq', values: ['pro'] }], serve: { variation: 'on' } }],
};

let asked: string[];
let answer: (key: string) => unknown;
let clock: number;
let configs: number;
let makeFlags: typeof import('./flags.ts').makeFlags;

beforeEach(async () => {
  [asked, answer, clock, configs] = [[], () => FLAG, 1_767_225_600_000, 0];
  vi.resetModules(); // clears the cache of the isolate
  ({ makeFlags } = await import('./flags.ts'));
});

afterEach(() => void vi.useRealTimers());

/** Returns the flags of one invocation, with logs and shown values. */
function invocation(env: Record<string, string> = { SVC_PROJECT_ID: 'p', SVC_ENVIRONMENT: 'test' }) {
  const context = {
    env,
    host: {
      now: () => clock,
      async actor(className: string, name: string, method: string, args: { key: string }) {
        asked.push(`${className} ${name} ${method} ${args.key}`);
        return answer(args.key);
      },
    },
  };
  const install = {
    id: 'static',
    portalId: 7,
    state: 'active',
    config: async () => ((configs += 1), { plan: 'pro', installId: 'forged' }),
  };
  const logged: string[] = [];
  const logger = { warn: (text: string) => logged.push(text), debug: (text: string) => logged.push(text) };
  const shown = new Map<string, unknown>();
  const flags = makeFlags(
    context as unknown as RequestContext,
    install as InstallContext,
    { flags: shown, logger } as unknown as Invocation,
  );
  return { flags: flags!, logged, shown };
}

test('are undefined for an unlinked deploy', () => {
  expect(invocation({}).flags).toBeUndefined();
});

test('an invocation requests each flag once', async () => {
  const { flags } = invocation();
  await Promise.all([
    flags.getBoolean('f', false),
    flags.getBoolean('f', false),
    flags.getString('f', 'd'),
    flags.getBoolean('g', false),
  ]);
  expect(asked).toEqual(['ProjectActor p/test flag f', 'ProjectActor p/test flag g']);
});

test('caches existing and missing flags for ten seconds', async () => {
  answer = (key) => (key === 'f' ? FLAG : null);
  expect([await invocation().flags.getBoolean('f', false), await invocation().flags.getBoolean('none', true)]).toEqual([
    true,
    true,
  ]);
  answer = () => ({ ...FLAG, version: 2, default: 'off' });
  clock += 9_999;
  expect([await invocation().flags.getBoolean('f', false), await invocation().flags.getBoolean('none', true)]).toEqual([
    true,
    true,
  ]);
  expect(asked).toHaveLength(2);
  clock += 1;
  expect([await invocation().flags.getBoolean('f', true), await invocation().flags.getBoolean('none', true)]).toEqual([
    false,
    false,
  ]);
});

test('requests a flag again if the clock is set back', async () => {
  await invocation().flags.getBoolean('f', false);
  clock -= 1;
  await invocation().flags.getBoolean('f', false);
  expect(asked).toHaveLength(2);
});

test('uses the last snapshot for ten minutes of an outage, then the default', async () => {
  await invocation().flags.getBoolean('f', false);
  answer = () => {
    throw new Error('the app worker is gone');
  };
  clock += 599_999;
  expect(await invocation().flags.getBoolean('f', false)).toBe(true);
  clock += 3_000;
  const { flags, logged, shown } = invocation();
  expect(await flags.getBoolean('f', false)).toBe(false);
  expect(shown.get('f')).toEqual({ value: false, reason: 'ERROR' });
  expect(logged).toEqual(['the flag "f" returned its default: cannot load flags']);
});

test('pauses after a failed call, then requests again', async () => {
  answer = () => {
    throw new Error('the app worker is gone');
  };
  expect(await invocation().flags.getBoolean('f', false)).toBe(false);
  expect(await invocation().flags.getBoolean('f', false)).toBe(false);
  expect(asked).toHaveLength(1);
  answer = () => FLAG;
  clock += 3_000;
  expect(await invocation().flags.getBoolean('f', false)).toBe(true);
});

test('waits two seconds for the actor', async () => {
  vi.useFakeTimers();
  answer = () => new Promise(() => {});
  const value = invocation().flags.getBoolean('f', false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await value).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('isolates values from mutations by a handler', async () => {
  answer = () => ({ ...FLAG, type: 'json', variations: { on: { list: [1] }, off: null } });
  const { flags, shown } = invocation();
  const value = await flags.getJson('f', { list: [] as number[] });
  value.list.push(2);
  expect(await invocation().flags.getJson('f', {})).toEqual({ list: [1] });
  expect(shown.get('f')).toEqual({ value: { list: [1] }, variation: 'on', reason: 'DEFAULT' });
});

test("requests the install's config once, and only if a rule needs it", async () => {
  const one = invocation();
  expect(await one.flags.getBoolean('f', false)).toBe(true);
  expect(configs).toBe(0);
  answer = (key) =>
    key === 'split' ? { ...FLAG, rollout: { by: 'plan', split: [{ variation: 'off', weight: 100_000 }] } } : BY_PLAN;
  expect(await one.flags.getBoolean('plan', false)).toBe(true);
  expect(await one.flags.getBoolean('split', true)).toBe(false);
  expect(configs).toBe(1);
});

test('the config cannot override attributes of the runtime', async () => {
  const rules = [
    {
      id: 'r',
      when: [
        { attr: 'installId', op: 'eq', values: ['forged'] },
        { attr: 'plan', op: 'exists', values: [] },
      ],
      serve: { variation: 'on' },
    },
  ];
  answer = () => ({ ...BY_PLAN, rules });
  expect(await invocation().flags.getBoolean('f', true)).toBe(false);
});

test.each([
  null,
  7,
  'text',
  [],
  {},
  { ...FLAG, rules: [null] },
  { ...FLAG, rules: 7, rollout: 7 },
  { ...FLAG, variations: null },
])('returns the default for the snapshot %j', async (snapshot) => {
  answer = () => snapshot;
  const { flags } = invocation();
  expect([await flags.getString('f', 'd'), await flags.getNumber('f', 5), await flags.getJson('f', 'j')]).toEqual([
    'd',
    5,
    'j',
  ]);
  expect(configs).toBe(0);
});

test.each([
  undefined,
  null,
  7,
  Symbol('k'),
  {
    toString: () => {
      throw new Error('no');
    },
  },
  '',
  'a/b',
  '\ud800',
  'x'.repeat(129),
])('returns the default for the key %o without a call', async (key) => {
  expect(await invocation().flags.getBoolean(key as string, true)).toBe(true);
  expect(asked).toEqual([]);
});

test('evicts the oldest flags', async () => {
  for (let i = 0; i < 201; i++) {
    await invocation().flags.getBoolean(`f${i}`, false);
  }
  await invocation().flags.getBoolean('f200', false);
  expect(asked).toHaveLength(201);
  await invocation().flags.getBoolean('f0', false);
  expect(asked).toHaveLength(202);
});
