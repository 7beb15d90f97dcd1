/** Tests the provider alone and with OpenFeature's own SDKs. */

import { OpenFeature as Server, type Provider as ServerProvider } from '@openfeature/server-sdk';
import { OpenFeature as Web, type Provider as WebProvider } from '@openfeature/web-sdk';
import { afterAll, describe, expect, it } from 'vitest';
import single from '../../../contract/flags/evaluate.json' with { type: 'json' };
import type { FlagSnapshot } from '../context/flags.ts';
import { createSvcOpenFeatureProvider } from './provider.ts';

function flag(parts: Partial<FlagSnapshot>): FlagSnapshot {
  const base = { version: 1, updatedAt: '2026-09-01T00:00:00Z', salt: 's', default: 'a', off: 'a', rules: [] };
  return { key: 'k', type: 'boolean', status: 'active', variations: { a: true }, ...base, ...parts };
}

const FLAGS: Record<string, FlagSnapshot> = {
  flag: flag({
    variations: { a: false, b: true },
    rules: [{ id: 'r', when: [{ attr: 'plan', op: 'eq', values: ['pro'] }], serve: { variation: 'b' } }],
  }),
  text: flag({ type: 'string', variations: { a: 'x' } }),
  number: flag({ type: 'number', variations: { a: 2 }, rollout: { split: [{ variation: 'a', weight: 100_000 }] } }),
  json: flag({ type: 'json', variations: { a: { deep: [1] } } }),
  archived: flag({ status: 'archived' }),
  broken: flag({ default: 'gone' }),
};

/** Finds a flag, as the caller's code does. One key makes it throw. */
function find(key: string): FlagSnapshot | undefined {
  if (key === 'explodes') {
    throw new Error('the store is down');
  }
  return FLAGS[key];
}

const findLater = async (key: string) => find(key);

type Evaluator = (key: string, defaultValue: unknown, context?: unknown) => { value: unknown };

const METHODS: Readonly<Record<string, string>> = {
  evaluateBooleanFlag: 'resolveBooleanEvaluation',
  evaluateStringFlag: 'resolveStringEvaluation',
  evaluateNumberFlag: 'resolveNumberEvaluation',
  evaluateJsonFlag: 'resolveObjectEvaluation',
};

describe('the provider', () => {
  const typed = (
    single as unknown as {
      name: string;
      call: string;
      snapshot: unknown;
      context: unknown;
      default: unknown;
      // biome-ignore lint/suspicious/noExplicitAny: the contract has a form for each type of flag
      want: any;
    }[]
  ).filter(({ call }) => METHODS[call]);

  it.each(typed)('resolves as $call does: $name', async ({ call, snapshot, context, default: defaultValue, want }) => {
    const { variation, ...rest } = want;
    const expected =
      variation === undefined ? { ...rest, errorMessage: expect.any(String) } : { ...rest, variant: variation };
    for (const resolveSnapshot of [() => snapshot, async () => snapshot]) {
      const provider = createSvcOpenFeatureProvider({
        resolveSnapshot: resolveSnapshot as () => FlagSnapshot,
      }) as unknown as Record<string, Evaluator>;
      if (typeof context !== 'object' || Array.isArray(context)) {
        continue; // OpenFeature's contexts are objects
      }
      expect(await provider[METHODS[call]!]!('k', defaultValue, context)).toEqual(expected);
    }
  });

  it('has a name', () => {
    expect(createSvcOpenFeatureProvider({ resolveSnapshot: find }).metadata).toEqual({ name: 'svc' });
    expect(createSvcOpenFeatureProvider({ resolveSnapshot: find, name: 'mine' }).metadata).toEqual({ name: 'mine' });
  });

  it('merges the static context underneath', () => {
    const provider = createSvcOpenFeatureProvider({ resolveSnapshot: find, staticContext: { plan: 'pro' } });
    expect(provider.resolveBooleanEvaluation('flag', false)).toMatchObject({ value: true, reason: 'TARGETING_MATCH' });
    expect(provider.resolveBooleanEvaluation('flag', false, { plan: undefined })).toMatchObject({ value: true });
    expect(provider.resolveBooleanEvaluation('flag', true, { plan: 'free' })).toMatchObject({
      value: false,
      reason: 'DEFAULT',
    });
  });

  it('returns the default when a lookup fails', async () => {
    const want = { value: true, reason: 'ERROR', errorCode: 'GENERAL', errorMessage: 'the store is down' };
    expect(createSvcOpenFeatureProvider({ resolveSnapshot: find }).resolveBooleanEvaluation('explodes', true)).toEqual(
      want,
    );
    expect(
      await createSvcOpenFeatureProvider({ resolveSnapshot: findLater }).resolveBooleanEvaluation('explodes', true),
    ).toEqual(want);
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw 'no';
        },
      },
    );
    expect(
      createSvcOpenFeatureProvider({ resolveSnapshot: find }).resolveBooleanEvaluation('flag', true, hostile),
    ).toMatchObject({ value: true, errorCode: 'GENERAL' });
  });
});

/** For the clients of both SDKs: method, flag, default, context, expected result. */
const CASES = [
  ['Boolean', 'flag', false, { plan: 'pro' }, { value: true, variant: 'b', reason: 'TARGETING_MATCH' }],
  ['Boolean', 'flag', true, {}, { value: false, variant: 'a', reason: 'DEFAULT' }],
  ['String', 'text', 'd', {}, { value: 'x', variant: 'a', reason: 'DEFAULT' }],
  ['Number', 'number', 1, { targetingKey: '7' }, { value: 2, variant: 'a', reason: 'SPLIT' }],
  ['Object', 'json', {}, {}, { value: { deep: [1] }, variant: 'a', reason: 'DEFAULT' }],
  ['Boolean', 'archived', false, {}, { value: true, reason: 'DISABLED' }],
  ['Boolean', 'text', true, {}, { value: true, reason: 'ERROR', errorCode: 'TYPE_MISMATCH' }],
  ['String', 'nothing', 'd', {}, { value: 'd', reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' }],
  ['Boolean', 'broken', true, {}, { value: true, reason: 'ERROR', errorCode: 'GENERAL' }],
  ['Boolean', 'explodes', true, {}, { value: true, reason: 'ERROR', errorCode: 'GENERAL' }],
] as const;

describe('under @openfeature/server-sdk', () => {
  afterAll(() => Server.close());

  it.each(CASES)('%s %s', async (type, key, defaultValue, context, want) => {
    const provider: ServerProvider = createSvcOpenFeatureProvider({ resolveSnapshot: findLater });
    await Server.setProviderAndWait(provider);
    const client = Server.getClient() as unknown as Record<string, Evaluator>;
    expect(await client[`get${type}Details`]!(key, defaultValue, context)).toMatchObject(want);
  });

  it('accepts a synchronous lookup', async () => {
    await Server.setProviderAndWait(
      createSvcOpenFeatureProvider({ resolveSnapshot: find }) as unknown as ServerProvider,
    );
    expect(await Server.getClient().getStringValue('text', 'd')).toBe('x');
  });
});

describe('under @openfeature/web-sdk', () => {
  afterAll(() => Web.close());

  it.each(CASES)('%s %s', async (type, key, defaultValue, context, want) => {
    const provider: WebProvider = createSvcOpenFeatureProvider({ resolveSnapshot: find });
    await Web.setProviderAndWait(provider, context);
    const client = Web.getClient() as unknown as Record<string, Evaluator>;
    expect(client[`get${type}Details`]!(key, defaultValue)).toMatchObject(want);
  });
});
