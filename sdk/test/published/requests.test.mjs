import { describe, expect, it } from 'vitest';
import { createCrmClient } from '../../src/crm/create-client.ts';
import { PROFILES } from '../../src/profiles/profile.ts';
import { readOccurrence } from '../../src/worker/context/app-event-occurrence.ts';
import { EventName } from '../../src/worker/context/event-name.ts';
import { postAppEvents } from '../../src/worker/context/post-app-events.ts';
import { documentedOperations } from './documents.mjs';
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

const channel = {
  name: 'Chat',
  capabilities: { deliveryIdentifierTypes: ['CHANNEL_SPECIFIC_OPAQUE_ID'] },
  webhookUrl: 'https://a.example/hook',
  channelAccountConnectionRedirectUrl: 'https://a.example/connect',
  channelLogoUrl: 'https://a.example/logo.png',
  channelDescription: 'A chat',
};
const deliveryIdentifier = { type: 'CHANNEL_SPECIFIC_OPAQUE_ID', value: 'ada' };
const message = {
  channelAccountId: '8',
  messageDirection: 'INCOMING',
  text: 'Hello',
  timestamp: '2026-01-31T09:00:00Z',
  senders: [{ deliveryIdentifier, name: 'Ada' }],
  recipients: [{ deliveryIdentifier }],
  attachments: [{ type: 'FILE', fileId: '5' }],
  richText: '<p>Hello</p>',
  inReplyToId: '1',
  integrationThreadId: 't',
  integrationIdempotencyId: 'i',
  associateWithContactId: 101,
};

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
  'conversations.customChannels.list': [[]],
  'conversations.customChannels.get': [['7']],
  'conversations.customChannels.register': [[channel], [{ name: 'Chat', capabilities: {} }]],
  'conversations.customChannels.update': [['7', channel]],
  'conversations.customChannels.archive': [['7']],
  'conversations.customChannels.accounts.list': [['7']],
  'conversations.customChannels.accounts.create': [
    ['7', { name: 'A', inboxId: '3', authorized: true, deliveryIdentifier }],
  ],
  'conversations.customChannels.accounts.update': [['7', '8', { name: 'B', authorized: false }]],
  'conversations.customChannels.messages.create': [['7', message]],
  'conversations.customChannels.messages.get': [['7', '9']],
  'conversations.customChannels.messages.update': [['7', '9', { statusType: 'FAILED', errorMessage: 'no' }]],
};

/** Functions without a fixed request. */
const isFree = (name) => name === 'request' || name === 'budget';

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
  const operations = [...publishedOperations(), ...documentedOperations()];

  /** Returns how a request differs from its operation. */
  function differences(method, url, body) {
    const [operation] = operations
      .filter((one) => one.method === method && one.path.test(url.pathname))
      .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
    expect(operation, `${method} ${url.pathname}`).toBeDefined();
    const query = [...url.searchParams.keys()].filter((one) => !operation.query.includes(one));
    return [...query, ...differencesOf(operation, body)];
  }

  it('has a case for each function', () => {
    const names = [...recordedClient().functions.keys()].filter((name) => !isFree(name));
    expect(names.sort()).toEqual(Object.keys(CALLS).sort());
  });

  it('has the paths of the published documents', () => {
    const { customChannels, visitorIdentification, objects } = PROFILES.hubspot.paths;
    const published = (base) => operations.some(({ template }) => template.startsWith(base));
    expect([customChannels, visitorIdentification, objects].map(published)).toEqual([true, true, true]);
  });

  it.each(Object.entries(CALLS))('%s is valid under the published documents', async (name, calls) => {
    const { functions, sent } = recordedClient();
    for (const args of calls) {
      const before = sent.length;
      await functions.get(name)(...args);
      expect(sent.length).toBeGreaterThan(before);
    }
    for (const { method, url, body } of sent) {
      expect(differences(method, url, body)).toEqual([]);
    }
  });

  it('app events are valid under the published documents', async () => {
    const worker = { profile: PROFILES.hubspot };
    const context = { worker, host: { actor: async () => null, now: () => 0 }, env: { SVC_CRM_PROJECT: 'ledger' } };
    const event = { id: 'paid', uid: 'PAID', objectType: 'contact', properties: { amount: { type: 'number' } } };
    const found = [];
    const send = async (method, path, { body }) => {
      found.push([path, differences(method, new URL(path, 'https://api.crm.example'), body)]);
      return { fullyQualifiedName: 'ae1_paid' };
    };
    const name = new EventName(context, '1', event);
    const occurrences = [{ objectId: '1', properties: { amount: 5 } }, { email: 'a@b.c' }, { utk: 'u', timestamp: 0 }];
    const read = occurrences.map((one) => readOccurrence(event, one, 0));
    await postAppEvents(send, PROFILES.hubspot.paths.appEvents, name, read.slice(0, 1));
    await postAppEvents(send, PROFILES.hubspot.paths.appEvents, name, read);
    await name.learn(send);
    expect(found.map(([path]) => path.replace(/^.*(v4|2026-03)/, ''))).toEqual([
      '/events',
      '/events/batch',
      '/types/projects',
    ]);
    expect(found.flatMap(([, different]) => different)).toEqual([]);
  });
});
