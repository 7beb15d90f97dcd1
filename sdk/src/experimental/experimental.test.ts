import { describe, expect, it } from 'vitest';
import { projectManifest } from '../capability/project-manifest.ts';
import { defineApp } from '../declare/app.ts';
import { isDeclaration } from '../declare/recorder.ts';
import type { FlagDefinition } from './index.ts';
import * as experimental from './index.ts';

const YES = { experimental: true } as const;
const FLAG: FlagDefinition = {
  key: 'new-layout',
  name: 'New layout',
  description: 'The layout of 2027.',
  type: 'boolean',
  status: 'active',
  variations: { on: true, off: false },
  default: 'off',
  off: 'off',
  rules: [{ id: 'r', when: [{ attr: 'plan', op: 'eq', values: ['pro'] }], serve: { variation: 'on' } }],
  rollout: { split: [{ variation: 'on', weight: 100_000 }] },
};
const SOURCE = { projectId: 'p1', environment: 'prod' };

/** Every function of the surface, called with its options as the last argument. */
const CALLS: Record<string, (options: never) => unknown> = {
  featureFlagAppObject: (options) => experimental.featureFlagAppObject(options),
  flagDefinitionToAppObjectRecord: (options) => experimental.flagDefinitionToAppObjectRecord(FLAG, options),
  flagToCompanyAssociation: (options) => experimental.flagToCompanyAssociation(options),
  flagToContactAssociation: (options) => experimental.flagToContactAssociation(options),
  flagDestinationSourceId: (options) => experimental.flagDestinationSourceId(SOURCE, options),
  flagDestinationMatchKey: (options) => experimental.flagDestinationMatchKey(FLAG, options),
};

describe('the gate', () => {
  it('covers every function', () => {
    const functions = Object.entries(experimental).filter(([, value]) => typeof value === 'function');
    expect(functions.map(([name]) => name).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(Object.entries(CALLS))('%s throws without experimental: true', (name, call) => {
    for (const options of [undefined, null, {}, { experimental: false }, { experimental: 'true' }]) {
      expect(() => call(options as never)).toThrow(
        `${name} is experimental and may change in any version of @svc/sdk: pass { experimental: true }`,
      );
    }
    expect(() => call(YES as never)).not.toThrow();
  });
});

describe('the app object', () => {
  it('is a declaration that becomes part of the manifest, with its associations', () => {
    const object = experimental.featureFlagAppObject(YES);
    const ends = [experimental.flagToCompanyAssociation(YES), experimental.flagToContactAssociation(YES)];
    expect([object, ...ends].map((one) => isDeclaration(one, one.kind))).toEqual([true, true, true]);
    const app = defineApp({
      name: 'Flags',
      distribution: 'marketplace',
      auth: 'oauth',
      platformVersion: '2026.03',
      scopes: ['oauth', ...experimental.FEATURE_FLAG_APP_OBJECT_SCOPES],
      objects: [object],
      objectAssociations: ends,
    });
    const { objects, objectAssociations } = projectManifest(app, []).app;
    expect(objects[0]).toMatchObject({
      id: experimental.FEATURE_FLAG_APP_OBJECT_TYPE,
      uid: 'FEATURE_FLAG',
      name: 'FEATURE_FLAG',
    });
    expect(
      objectAssociations.map(({ uid, fromObjectType, toObjectType }) => [uid, fromObjectType, toObjectType]),
    ).toEqual([
      ['FEATURE_FLAG_TO_COMPANY', 'feature-flag', 'company'],
      ['FEATURE_FLAG_TO_CONTACT', 'feature-flag', 'contact'],
    ]);
  });
});

describe('the record of a flag', () => {
  const sourceId = experimental.flagDestinationSourceId(SOURCE, YES);

  it('has exactly the properties of the app object, all strings', () => {
    const { properties } = experimental.flagDefinitionToAppObjectRecord(FLAG, { ...YES, sourceId });
    expect(Object.keys(properties)).toEqual(Object.keys(experimental.featureFlagAppObject(YES).properties));
    expect(Object.values(properties).every((value) => typeof value === 'string')).toBe(true);
  });

  it('contains the whole definition', () => {
    const { properties: p } = experimental.flagDefinitionToAppObjectRecord(FLAG, { ...YES, sourceId });
    const parse = (text: string | undefined) => JSON.parse(text ?? '') as unknown;
    expect({
      key: p['flag_key'],
      name: p['flag_name'],
      description: p['flag_description'],
      type: p['flag_type'],
      status: p['flag_status'],
      variations: parse(p['variations']),
      default: p['default_variation'],
      off: p['off_variation'],
      rules: parse(p['rules']),
      rollout: parse(p['rollout']),
    }).toEqual(FLAG);
    expect([p['match_key'], p['source_id']]).toEqual(['svc:p1/prod/new-layout', 'svc:p1/prod']);
  });

  it('clears omitted members', () => {
    const { key, type, status, variations, default: fallback, off } = FLAG;
    const { properties } = experimental.flagDefinitionToAppObjectRecord(
      { key, type, status, variations, default: fallback, off },
      YES,
    );
    expect(properties).toMatchObject({
      match_key: 'new-layout',
      source_id: '',
      flag_name: 'new-layout',
      flag_description: '',
      rules: '[]',
      rollout: '',
    });
  });

  it.each([
    [{ default: 'gone' }, 'default must be one of on, off'],
    [{ type: 'string' }, 'variations.on must be a string'],
    [{ key: 'a/b' }, 'key must start with a letter or digit'],
    [{ rules: [{}] }, 'rules[0].id must be a string'],
    [
      { type: 'string', variations: { off: 'x'.repeat(65_536) }, rules: [], rollout: undefined },
      'flag "new-layout" is too large: property variations has 65546 characters',
    ],
  ])('rejects a definition with %j', (change, message) => {
    expect(() => experimental.flagDefinitionToAppObjectRecord({ ...FLAG, ...change } as FlagDefinition, YES)).toThrow(
      message,
    );
  });
});

describe('sources', () => {
  it('give flags with the same key different match keys', () => {
    const ids = [
      SOURCE,
      { ...SOURCE, environment: 'dev' },
      { projectId: 'p1/prod', environment: 'x' },
      { projectId: 'p1', environment: 'prod/x' },
    ].map((source) =>
      experimental.flagDestinationMatchKey(FLAG, {
        ...YES,
        sourceId: experimental.flagDestinationSourceId(source, YES),
      }),
    );
    expect(new Set(ids).size).toBe(4);
  });

  it.each([{ projectId: '', environment: 'x' }, { projectId: 'x' }, { projectId: 'x', environment: 7 }])(
    'rejects the source %j',
    (source) => {
      expect(() => experimental.flagDestinationSourceId(source as never, YES)).toThrow(
        /^invalid (projectId|environment) of a flag source/,
      );
    },
  );

  it.each([undefined, '', 7, 'a b', 'a/b'])('rejects the key %j', (key) => {
    expect(() => experimental.flagDestinationMatchKey({ key } as never, YES)).toThrow('invalid flag key');
  });
});
