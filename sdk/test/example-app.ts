/** Apps whose manifests are the vectors of `contract/manifest`, one file per name. */

import {
  type AppDefinition,
  action,
  appEvent,
  appObject,
  appObjectAssociation,
  card,
  cardBackend,
  defineApp,
  defineSource,
  defineWorker,
  mcpServer,
  ok,
  type WorkerDefinition,
} from '../src/index.ts';

/** The argument of `projectManifest`. */
export interface ExampleProject {
  readonly app: AppDefinition;
  readonly workers: readonly WorkerDefinition[];
}

const smallest = {
  name: 'Smallest',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read'],
} as const;

function minimal(): ExampleProject {
  return { app: defineApp(smallest), workers: [] };
}

/** Every spelling that fields have. */
function fields(): ExampleProject {
  const worker = defineWorker('fields');
  worker.tool('every-type', {
    label: 'Every type',
    objectType: 'contact',
    input: {
      text: { type: 'string', label: 'Text', description: 'Some text.' },
      amount: { type: 'number', required: true, fieldType: 'calculation_equation' },
      flag: { type: 'bool', isRequired: true },
      flagToo: { type: 'boolean', default: false },
      choice: { type: 'enumeration', options: ['a', 'b'], required: false },
      labelled: { type: 'enumeration', options: [{ value: 'x', label: 'The X' }], default: 'x' },
      when: { type: 'datetime', valueSource: 'property' },
      anything: { type: 'json', valueSource: 'both', default: { nested: [1, null, 'ü'] } },
      legacy: { type: 'ENUMERATION', options: ['A'] },
      legacyText: { type: 'STRING', supportedValueTypes: ['FIELD_DATA'], valueSource: 'static' },
      nothing: { type: 'json', default: null },
    },
    output: {
      text: { type: 'string', label: 'Text', description: 'What came of it.' },
      found: { type: 'BOOLEAN' },
      rest: { type: 'json', fieldType: 'text' },
    },
    handler: () => ok(),
  });
  worker.cardBackend('every-default', { handler: () => null });
  return { app: defineApp(smallest), workers: [worker] };
}

const lease = appObject('car-lease', {
  name: 'CAR_LEASE',
  label: 'Car lease',
  description: 'A leased car.',
  singularForm: 'Lease',
  pluralForm: 'Leases',
  appPrefix: 'CarApp',
  primaryDisplayLabelPropertyName: 'plate',
  secondaryDisplayLabelPropertyNames: ['model'],
  requiredProperties: ['plate'],
  searchableProperties: ['plate', 'model', 'rest'],
  propertyGroups: [{ name: 'car', label: 'Car' }],
  defaultCreateFormFields: [
    { propertyName: 'plate', isRequired: true, isRemovable: false },
    { propertyName: 'model' },
    { propertyName: 'rest' },
  ],
  settings: { hasRecordPage: true, allowsUserCreatedRecords: false },
  properties: {
    plate: { type: 'string', label: 'Plate', hasUniqueValue: true, readOnlyValue: true, formField: true },
    model: {
      type: 'enumeration',
      groupName: 'car',
      options: [{ value: 'a', label: 'A', displayOrder: 0, hidden: false, description: 'The small one.' }],
    },
    rest: {
      name: 'rest_value',
      type: 'number',
      fieldType: 'calculation_equation',
      calculationFormula: 'SUBTRACT(a, b)',
    },
  },
});

const smallObject = appObject('note', {
  uid: 'NOTE_V2',
  name: 'NOTE',
  label: 'Note',
  singularForm: 'Note',
  pluralForm: 'Notes',
  primaryDisplayLabelPropertyName: 'title',
  properties: { title: { type: 'string' } },
});

/** Every member of an app. */
function everything(): ExampleProject {
  const app = defineApp({
    ...smallest,
    name: 'Everything',
    description: 'An app that declares all that there is.',
    distribution: 'marketplace',
    auth: 'oauth',
    platformVersion: '2026.09-beta',
    optionalScopes: ['tickets'],
    objects: [lease, smallObject],
    objectAssociations: [
      appObjectAssociation('lease-to-contact', { fromObjectType: 'car-lease', toObjectType: 'contact' }),
      appObjectAssociation('note-to-lease', {
        uid: 'NOTES',
        fromObjectType: 'note',
        toObjectType: 'car-lease',
        name: 'note_to_lease',
        label: 'About',
        inverseLabel: 'Notes',
        cardinality: 'MANY_TO_ONE',
      }),
    ],
    events: [
      appEvent('leaseSigned', { name: 'Lease signed', label: 'Lease signed', objectType: 'contact', properties: {} }),
      appEvent('lease-ended', {
        uid: 'ENDED',
        name: 'Lease ended',
        label: 'Lease ended',
        description: 'The car came back.',
        objectType: 'contact',
        supportsCustomObject: true,
        headerTemplate: 'Ended {{plate}}',
        detailTemplate: '{{reason}}',
        properties: {
          plate: { type: 'string', label: 'Plate' },
          reason: { type: 'enumeration', options: ['time', 'crash'] },
        },
      }),
    ],
    appEvents: { batching: { maxSize: 100 } },
    rateLimits: {
      retry: { max: 3, capMs: 'surface' },
      bucket: { capacity: 50, requestedTokensPerCall: 2, adaptive: true },
      metrics: { enabled: false },
    },
    alerts: {
      notify: 'https://hooks.example.com/all',
      rules: [
        { name: 'Slow', expr: 'p95 > 2000', window: '5m' },
        {
          name: 'Down',
          expr: 'error_rate > 0.5 and count > 10',
          window: '1h',
          severity: 'critical',
          notify: ['secret:PAGER', 'https://x.example.com'],
        },
      ],
    },
    redaction: { fields: ['iban'] },
    install: { successUrl: 'https://example.com/welcome' },
    cards: [
      card({
        id: 'leases',
        name: 'Leases',
        description: 'All of them.',
        location: 'crm.record.tab',
        objectTypes: ['contacts'],
        entrypoint: 'src/cards/Leases.tsx',
        backend: 'leases',
        flags: 'server',
        uid: 'leases_card',
      }),
      card({
        id: 'plain',
        name: 'Plain',
        location: 'helpdesk.sidebar',
        objectTypes: ['tickets'],
        entrypoint: 'src/cards/Plain.tsx',
      }),
    ],
    mcpServers: [
      mcpServer('agent', {
        name: 'Agent',
        description: 'Leases for agents.',
        mcpUrl: 'https://mcp.example.com',
        mcpClientId: 'cars',
      }),
    ],
    billing: {
      plans: [
        { id: 'free', name: 'Free', pricing: { type: 'free' }, features: [], limits: { sent: 10 }, default: true },
        {
          id: 'pro',
          name: 'Pro',
          description: 'All.',
          pricing: { type: 'flat', amountMinor: 4900, currency: 'EUR', interval: 'year' },
          features: ['reports'],
          limits: { sent: null },
          trialDays: 14,
        },
        {
          id: 'use',
          name: 'Use',
          pricing: { type: 'perUnit', meter: 'sent', amountMinor: 2, currency: 'EUR', included: 5 },
          features: [],
          limits: {},
        },
      ],
      features: [{ id: 'reports', name: 'Reports' }],
      meters: [{ id: 'sent', name: 'Sent', unit: 'mail', aggregation: 'sum', period: 'billing_cycle' }],
      upgradeUrl: 'https://example.com/upgrade',
    },
    uid: 'lease_app',
    crmProject: 'Lease project',
    support: {
      supportEmail: 'help@example.com',
      documentationUrl: 'https://example.com/docs',
      supportUrl: 'https://example.com/help',
      supportPhone: '+15555550100',
    },
    webhooks: { uid: 'lease_webhooks', maxConcurrentRequests: 20 },
    permittedUrls: { fetch: ['https://api.example.com/v1'], iframe: ['https://app.example.com'], img: [] },
  });
  return { app, workers: [capabilities(), defineWorker('empty')] };
}

/** One worker with every kind of capability, and with every option of each. */
function capabilities(): WorkerDefinition {
  const pull = defineSource({
    name: 'cars',
    auth: { type: 'basic', username: 'CARS_USER', password: 'CARS_PASSWORD' },
    fetch: () => ({ rows: [] }),
  });
  const push = defineSource.push({
    name: 'returns',
    auth: { type: 'hmac', secret: 'RETURNS_KEY' },
    receive: () => ({ rows: [] }),
  });
  const open = defineSource({ name: 'open', fetch: () => ({ rows: [] }) });
  const remind = action('remind', {
    label: 'Remind',
    description: 'Writes a reminder.',
    objectType: 'contact',
    input: { tone: { type: 'string' } },
    agent: {
      description: 'Use it when a lease ends.',
      expose: ['tone'],
      toolType: 'GET_DATA',
      component: 'shared',
      uid: 'leases_agent',
    },
    objectTypes: ['contact', 'deal'],
    uid: 'lease_reminder',
    cardContent: 'Remind in the tone {{tone}}',
    published: false,
    billing: { requires: 'reports', meter: 'sent' },
    handler: () => ok(),
  });
  const leases = cardBackend('leases', {
    label: 'Leases',
    objectTypes: ['contacts', lease],
    output: { count: { type: 'number' } },
    billing: { requires: ['reports'], meter: { id: 'sent', quantity: 2 }, onLimit: 'warn', deniedMessage: 'Upgrade.' },
    handler: () => ({ count: 1 }),
  });
  const worker = defineWorker('leases', { use: [remind, leases] });
  worker.trigger('renamed', {
    label: 'Renamed',
    eventType: 'contact.propertyChange.email',
    dedup: 'strict',
    handler: () => {},
  });
  worker.trigger('created', { eventType: 'contact.creation', billing: {}, handler: () => {} });
  worker.sync(pull, {
    label: 'Cars',
    schedule: '15m',
    into: lease,
    idProperty: 'plate',
    schema: { p: 'plate' },
    manageSchema: 'full',
  });
  worker.sync(push, { schedule: 'event', into: 'car-lease', idProperty: 'plate', handler: () => ok() });
  worker.sync(open, { schedule: '0 3 * * 1-5', idProperty: 'plate' });
  worker.sync('by-hand', { schedule: 'manual', billing: { onLimit: 'allow' }, handler: () => {} });
  return worker;
}

/** Every option that can be disabled. */
function switchedOff(): ExampleProject {
  return {
    app: defineApp({ ...smallest, appEvents: { batching: false }, rateLimits: { retry: false, metrics: false } }),
    workers: [],
  };
}

/** The projects, by the name of their vector. */
export const exampleProjects: Readonly<Record<string, () => ExampleProject>> = {
  minimal,
  fields,
  everything,
  'switched-off': switchedOff,
};
