import { describe, expect, it } from 'vitest';
import { createCrmClient } from '../../src/crm/create-client.ts';
import { PROFILES } from '../../src/profiles/profile.ts';
import { differencesOf, publishedOperations } from './operations.mjs';

/** Values of all types that properties take. */
const properties = { name: 'Ada', age: 36, share: 0.5, vip: true, city: null };
const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 1 }];
const associations = [{ to: { id: '2' }, types }];
const read = {
  properties: ['name'],
  propertiesWithHistory: ['age'],
  associations: ['companies'],
  archived: true,
  idProperty: 'email',
};
const property = { name: 'tier', label: 'Tier', type: 'enumeration', fieldType: 'select', groupName: 'info' };
const options = [{ label: 'Gold', value: 'gold', displayOrder: 1 }];
const filters = [
  { propertyName: 'age', operator: 'BETWEEN', value: 1, highValue: 2.5 },
  { propertyName: 'vip', operator: 'EQ', value: true },
  { propertyName: 'age', operator: 'IN', values: [1, 'two'] },
  { propertyName: 'city', operator: 'HAS_PROPERTY' },
];
const sort = { propertyName: 'age', direction: 'DESCENDING' };
const search = { filterGroups: [{ filters }], query: 'a', properties: ['name'], limit: 200, after: '5' };
const ends = [
  { objectType: 'contacts', id: '1' },
  { objectType: 'companies', id: '2' },
];
const pair = { from: '1', to: '2' };
const upserted = { id: 'a', idProperty: 'email', properties };

/** Calls of the client that send each of its requests, by the name of its function. */
const CALLS = {
  'objects.get': [['contacts', '1', read]],
  'objects.list': [['contacts', { ...read, idProperty: undefined, limit: 100, after: '5' }]],
  'objects.search': [
    ['contacts', { ...search, sorts: [sort] }],
    ['contacts', { ...search, sorts: ['-age'] }],
    ['contacts', {}],
  ],
  'objects.create': [
    ['contacts', { properties }],
    ['contacts', { properties, associations }],
  ],
  'objects.update': [['contacts', '1', { properties }, { idProperty: 'email' }]],
  'objects.upsert': [['contacts', upserted]],
  'objects.archive': [['contacts', '1']],
  'associations.list': [[ends[0], 'companies', { limit: 5, after: '5' }]],
  'associations.create': [ends, [...ends, types]],
  'associations.archive': [ends],
  'properties.list': [['contacts']],
  'properties.get': [['contacts', 'tier']],
  'properties.create': [['contacts', { ...property, options, description: 'Level', hasUniqueValue: false }]],
  'properties.update': [['contacts', 'tier', { label: 'Level', options }]],
  'properties.archive': [['contacts', 'tier']],
  'batch.objects.read': [
    ['contacts', ['1'], { ...read, associations: undefined }],
    ['contacts', ['1']],
  ],
  'batch.objects.create': [['contacts', [{ properties }, { properties, associations }]]],
  'batch.objects.update': [['contacts', [{ id: '1', properties }, upserted]]],
  'batch.objects.upsert': [['contacts', [upserted]]],
  'batch.objects.archive': [['contacts', ['1']]],
  'batch.properties.read': [['contacts', ['tier']]],
  'batch.properties.create': [['contacts', [{ ...property, options }]]],
  'batch.properties.archive': [['contacts', ['tier']]],
  'batch.associations.read': [['contacts', 'companies', ['1']]],
  'batch.associations.create': [['contacts', 'companies', [pair, { ...pair, types }]]],
  'batch.associations.archive': [['contacts', 'companies', [pair, { ...pair, types }]]],
  'conversations.visitorIdentification.generateToken': [[{ email: 'a@b.c', firstName: 'A', lastName: 'B' }]],
};

/** Functions without a fixed request, and those of the API of custom channels, which the vendor's client lacks. */
const isUnpublished = (name) =>
  name === 'request' || name === 'budget' || name.startsWith('conversations.customChannels.');

/** Returns the functions of an object by their names with dots. */
function functionsOf(object, prefix = '') {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'function' ? [[prefix + name, value]] : functionsOf(value, `${prefix}${name}.`),
  );
}

/** A client, and the requests that it sent. */
function recordedClient() {
  const sent = [];
  const client = createCrmClient({
    fetch: async (url, { method, body }) => {
      sent.push({ method, url: new URL(url), body: body === undefined ? undefined : JSON.parse(body) });
      return new Response(JSON.stringify({ results: [{ id: '1', properties: {} }] }));
    },
    clock: { now: Date.now, setTimeout, clearTimeout },
    random: Math.random,
    portalId: 1,
    rateLimits: { retry: false, bucket: { searchCapacity: 100 } },
  });
  return { functions: new Map(functionsOf(client)), sent };
}

describe('requests of ctx.crm', () => {
  const operations = publishedOperations();

  it('has a case for each function', () => {
    const names = [...recordedClient().functions.keys()].filter((name) => !isUnpublished(name));
    expect(names.sort()).toEqual(Object.keys(CALLS).sort());
  });

  it('has the paths of the published documents', () => {
    const { customChannels, visitorIdentification, objects } = PROFILES.hubspot.paths;
    const published = (base) => operations.some(({ template }) => template.startsWith(base));
    expect([customChannels, visitorIdentification, objects].map(published)).toEqual([false, true, true]);
  });

  it.each(Object.entries(CALLS))('%s is valid under the published documents', async (name, calls) => {
    const { functions, sent } = recordedClient();
    for (const args of calls) {
      const before = sent.length;
      await functions.get(name)(...args);
      expect(sent.length).toBeGreaterThan(before);
    }
    for (const { method, url, body } of sent) {
      const [operation] = operations
        .filter((one) => one.method === method && one.path.test(url.pathname))
        .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
      expect(operation, `${method} ${url.pathname}`).toBeDefined();
      expect([...url.searchParams.keys()].filter((one) => !operation.query.includes(one))).toEqual([]);
      expect(differencesOf(operation, body)).toEqual([]);
    }
  });
});
