/** Type tests of the declarations. They are compiled and never run. */

import {
  type AppOptions,
  action,
  appEvent,
  appObject,
  appObjectAssociation,
  type CapabilityDefinition,
  type CardBackendDefinition,
  type CardDefinition,
  card,
  cardBackend,
  defineApp,
  defineSource,
  defineWorker,
  mcpServer,
  ok,
  type SourceDefinition,
  type SourcePage,
  type SyncHandlerContext,
  sync,
  type ToolDefinition,
  tool,
  usesScopes,
  type WorkerManifest,
} from '../../src/index.ts';
import { type Equal, type Expect, expectTrue } from './expect.ts';

const app: AppOptions = { name: 'A', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: [] };
defineApp(app);
// @ts-expect-error scopes are required
defineApp({ name: 'A', distribution: 'private', auth: 'static', platformVersion: '2026.03' });
// @ts-expect-error unknown distribution
defineApp({ ...app, distribution: 'public' });
// @ts-expect-error unknown option
defineApp({ ...app, permittedUrl: {} });
// @ts-expect-error cards come from card()
defineApp({ ...app, cards: [{ id: 'x', name: 'X', location: 'crm.preview', objectTypes: [], entrypoint: 'x' }] });
defineApp({ ...app, appEvents: { batching: false }, rateLimits: { retry: false, metrics: false } });
defineApp({ ...app, environments: { staging: { name: 'B', mcpServers: { agent: { mcpUrl: 'https://x.example' } } } } });
// @ts-expect-error scopes are the same in all environments
defineApp({ ...app, environments: { staging: { scopes: ['tickets'] } } });
// @ts-expect-error batching is false or an object
defineApp({ ...app, appEvents: { batching: true } });

const base = {
  id: 'c',
  name: 'C',
  location: 'crm.record.tab',
  objectTypes: ['contacts'],
  entrypoint: 'x.tsx',
} as const;
const made: CardDefinition = card(base);
card({ ...base, flags: 'server', backend: 'b' });
// @ts-expect-error flags: 'server' needs a backend
card({ ...base, flags: 'server' });
// @ts-expect-error 'server' is the only value
card({ ...base, flags: 'client', backend: 'b' });
// @ts-expect-error unknown location
card({ ...base, location: 'crm.record.bottom' });

mcpServer('m', { name: 'M', description: 'M', mcpUrl: 'https://m.example.com', mcpClientId: 'm' });
// @ts-expect-error the client id is required
mcpServer('m', { name: 'M', description: 'M', mcpUrl: 'https://m.example.com' });

// Options can name only declared properties.
const words = { name: 'CAR', label: 'Car', singularForm: 'Car', pluralForm: 'Cars' } as const;
const car = appObject('car', {
  ...words,
  primaryDisplayLabelPropertyName: 'plate',
  properties: { plate: { type: 'string', hasUniqueValue: true }, size: { type: 'number', readOnlyValue: true } },
  searchableProperties: ['plate', 'size'],
});
appObject('bad', {
  ...words,
  // @ts-expect-error unknown property
  primaryDisplayLabelPropertyName: 'colour',
  properties: { plate: { type: 'string' } },
});
// An option refers to a property by its key or its name.
appObject('named', {
  ...words,
  primaryDisplayLabelPropertyName: 'plate',
  properties: { plate: { type: 'string', name: 'plate_number' } },
  searchableProperties: ['plate_number'],
});
appObject('member', {
  ...words,
  primaryDisplayLabelPropertyName: 'plate',
  // @ts-expect-error unknown member
  properties: { plate: { type: 'string', unique: true } },
});
appEvent('member', {
  name: 'M',
  label: 'M',
  objectType: 'contact',
  // @ts-expect-error only properties of app objects have hasUniqueValue
  properties: { plate: { type: 'string', hasUniqueValue: true } },
});
appObjectAssociation('a', { fromObjectType: 'car', toObjectType: 'contact', cardinality: 'MANY_TO_ONE' });
// @ts-expect-error unknown cardinality
appObjectAssociation('a', { fromObjectType: 'car', toObjectType: 'contact', cardinality: 'MANY' });

// An occurrence is typed by the properties of its event and has exactly one target.
const refunded = appEvent('refunded', {
  name: 'refunded',
  label: 'Refunded',
  objectType: 'deal',
  properties: { amount: { type: 'number', required: true }, note: { type: 'string' } },
});
const paid = appEvent('paid', {
  name: 'Paid',
  label: 'Paid',
  objectType: 'contact',
  properties: { amount: { type: 'number' }, method: { type: 'enumeration', options: ['card', 'cash'] } },
});
cardBackend('send', {
  async handler(ctx) {
    await ctx.appEvents.send(paid, { objectId: '1', properties: { amount: 5, method: 'cash' } });
    await ctx.appEvents.send(paid, { email: 'a@example.com' });
    await ctx.appEvents.sendBatch(paid, [{ utk: 'x', properties: { amount: 1 } }]);
    await ctx.appEvents.send('paid', { objectId: '1', properties: { anything: 'x' } });
    // @ts-expect-error unknown choice
    await ctx.appEvents.send(paid, { objectId: '1', properties: { method: 'gold' } });
    // @ts-expect-error no target
    await ctx.appEvents.send(paid, { properties: { amount: 1 } });
    // @ts-expect-error two targets
    await ctx.appEvents.send(paid, { objectId: '1', email: 'a@example.com' });
    await ctx.appEvents.send(refunded, { objectId: '1', properties: { amount: 1 } });
    // @ts-expect-error: a required property is missing
    await ctx.appEvents.send(refunded, { objectId: '1', properties: { note: 'x' } });
    // @ts-expect-error: all properties are missing
    await ctx.appEvents.send(refunded, { objectId: '1' });
    // @ts-expect-error: email identifies contacts only
    await ctx.appEvents.sendBatch(refunded, [{ email: 'a@example.com', properties: { amount: 1 } }]);
    await ctx.appObjects.create(car, { properties: { plate: 'X' } });
    // @ts-expect-error billing exists only on linked deploys
    ctx.billing.upgradeUrl();
    // @ts-expect-error only sync handlers always have ctx.sync
    ctx.sync.cursor();
    const n: number = await usesScopes(['crm.objects.deals.write'], async () => 5);
    return n;
  },
});

// An agent may fill only declared inputs, and `expose` does not declare inputs.
tool('agent', {
  label: 'A',
  objectType: 'contact',
  input: { tone: { type: 'string' } },
  agent: { description: 'Use it.', expose: ['tone'] },
  handler: () => ok(),
});
tool('agent', {
  label: 'A',
  objectType: 'contact',
  input: { tone: { type: 'string' } },
  // @ts-expect-error unknown input
  agent: { description: 'Use it.', expose: ['mood'] },
  handler: () => ok(),
});
// @ts-expect-error the label of a tool is required
tool('label', { objectType: 'contact', handler: () => ok() });

// A worker has a string name, and the callback form is removed.
const worker = defineWorker('main', { use: [tool('x', { label: 'X', objectType: 'contact', handler: () => ok() })] });
// @ts-expect-error the callback form is removed
defineWorker((w: unknown) => w);
// @ts-expect-error only capabilities
defineWorker('main', { use: [car] });
worker.use(
  action('y', {
    label: 'Y',
    objectType: 'contact',
    input: { n: { type: 'number', required: true } },
    handler: (ctx) => ok({ n: ctx.input.n }),
  }),
  cardBackend('z', { input: { s: { type: 'string', required: true } }, handler: (ctx) => ctx.input.s }),
);
const manifest: WorkerManifest = worker.manifest();
const capabilities: readonly CapabilityDefinition[] = worker.capabilities;

// A definition is assignable to the general type of its kind, whatever its fields.
const asked = { q: { type: 'string', required: true } } as const;
const asking = action('q', {
  label: 'Q',
  objectType: 'contact',
  input: asked,
  output: { q: { type: 'string' } },
  agent: { description: 'Ask.', expose: ['q'] },
  handler: (ctx) => ctx.input,
});
const backend = cardBackend('q', { input: asked, handler: (ctx) => ctx.input.q });
const anyTool: ToolDefinition = asking;
const anyBackend: CardBackendDefinition = backend;
const several: CapabilityDefinition[] = [asking, backend];
defineWorker('several', { use: several }).use(asking, backend, ...several);

// Sources and their syncs.
interface Row {
  id: string;
}
const pull = defineSource({
  name: 'rows',
  auth: { type: 'bearer', token: 'TOKEN' },
  async fetch({ cursor, http }) {
    const page = await http.get<{ rows: Row[]; next?: string }>(`https://x.example.com?after=${cursor ?? ''}`);
    return { rows: page.rows.map((row) => ({ key: row.id, data: row })), cursor: page.next };
  },
});
export type RowsAreInferred = Expect<Equal<ReturnType<typeof pull.fetch>, SourcePage<Row> | Promise<SourcePage<Row>>>>;
const push = defineSource.push({
  name: 'p',
  auth: { type: 'hmac', secret: 'KEY' },
  receive: ({ event }) => ({ rows: [{ key: '1', data: event }] }),
});
// @ts-expect-error unknown auth
defineSource({ name: 'x', auth: { type: 'digest' }, fetch: () => ({ rows: [] }) });
// @ts-expect-error a push source receives
defineSource.push({ name: 'x', fetch: () => ({ rows: [] }) });

worker.sync(pull, { schedule: '5m', into: car, idProperty: 'plate' });
worker.sync(push, { schedule: 'event', idProperty: 'plate', manageSchema: 'properties' });
// @ts-expect-error the sync of a source needs idProperty
worker.sync(pull, { schedule: '5m' });
// @ts-expect-error a sync without a source needs a handler
sync('x', { schedule: '5m' });
// @ts-expect-error unknown mode
worker.sync(pull, { schedule: '5m', idProperty: 'plate', manageSchema: true });
worker.sync('own', {
  schedule: 'manual',
  async handler(ctx) {
    expectTrue<Equal<typeof ctx, SyncHandlerContext>>();
    const cursor: string | undefined = await ctx.sync.cursor();
    await ctx.sync.setCursor(cursor);
    await ctx.sync.checkpoint('a', { any: 1 });
    return ok();
  },
});

void [made, manifest, capabilities, anyTool, anyBackend];

// Syncs are typed by the rows of their source and by the declared destination. Both accept other properties of the CRM.
const rowTyped = { schedule: '5m', into: car, idProperty: 'plate' } as const;
worker.sync(pull, { ...rowTyped, schema: { id: 'size' } });
worker.sync(pull, { ...rowTyped, idProperty: 'crm_external_id', schema: { id: 'crm_owner' } });
// @ts-expect-error rows have no such field
worker.sync(pull, { ...rowTyped, schema: { number: 'size' } });
// @ts-expect-error a property has a name
worker.sync(pull, { ...rowTyped, schema: { id: 5 } });
worker.sync(push, { schedule: 'event', into: 'companies', idProperty: 'plate', schema: { anything: 'name' } });
declare const anySchema: Readonly<Record<string, string>>;
worker.sync('own', { schedule: 'manual', into: String(made.id), schema: anySchema, handler() {} });
declare const untyped: SourceDefinition;
sync(untyped, { schedule: String(made.id), into: 'car', idProperty: 'plate', schema: anySchema });

cardBackend('write', {
  async handler({ appObjects }) {
    await appObjects.create(car, { properties: { size: 5, crm_owner: '1' } });
    await appObjects.update(car, '1', { properties: { size: '', plate: null } });
    await appObjects.create('car', { properties: { anything: true } });
    // @ts-expect-error a number is not a boolean
    await appObjects.create(car, { properties: { size: true } });
    // @ts-expect-error a property is not a list
    await appObjects.update(car, '1', { properties: { plate: ['X'] } });
  },
});
