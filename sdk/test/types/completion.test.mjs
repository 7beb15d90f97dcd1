import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { languageServer } from './language-server.mjs';
import { languageService } from './language-service.mjs';

const CONFIG = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));

const editors = { 'TypeScript 5': languageService(CONFIG), 'TypeScript 7': await languageServer() };
const table = Object.entries(editors);

afterAll(() => table.forEach(([, editor]) => editor.close()));

/** Declarations that the cases use. `car` has one unique property. */
const HEAD = `
import * as sdk from '../../src/index.ts';
const { appEvent, appObject, appObjectAssociation, card, cardBackend, defineApp, defineSource, ok, sync, tool } = sdk;
const worker = sdk.defineWorker('main');
declare const ctx: sdk.HandlerContext;
declare module '../../src/index.ts' { interface WorkerEnv { readonly LEDGER_TOKEN: string } }
const car = appObject('car', {
  name: 'CAR', label: 'Car', singularForm: 'Car', pluralForm: 'Cars', primaryDisplayLabelPropertyName: 'plate',
  properties: {
    plate: { type: 'string', hasUniqueValue: true },
    fuel: { type: 'enumeration', options: ['petrol', 'electric'] },
  },
});
const sold = appEvent('sold', {
  name: 'S', label: 'S', objectType: 'contact', properties: { way: { type: 'enumeration', options: ['cash', 'card'] } },
});
const cars = defineSource({ name: 'cars', fetch: () => ({ rows: [{ key: '1', data: { sign: '', power: '' } }] }) });
`;

/**
 * Opens the source of each case after HEAD as a file of its own, and returns the places of `|`. An editor loads all
 * files at once, and checks what they import once.
 */
function openAll(editor, cases) {
  return cases.map(([source], i) => {
    const file = fileURLToPath(new URL(`./probe-${i}.ts`, import.meta.url));
    const place = { file, text: HEAD + source.replace('|', ''), at: HEAD.length + source.indexOf('|') };
    editor.open(file, place.text);
    return place;
  });
}

const ALL_MEMBERS = ['default', 'label', 'options', 'required', 'valueSource'];

/** Where a user types, as `|`, and some of the values that the editor offers there. */
const CASES = [
  ["tool('x', { label: 'X', objectType: '|', handler: () => ok() });", ['contact', 'line_item']],
  ["tool('x', { label: 'X', |", ['objectType', 'handler', 'agent']],
  ["worker.tool('x', { label: 'X', objectType: '|', handler: () => ok() });", ['contact']],
  ["worker.tool('x', { label: 'X', objectType: 'c', input: { a: { type: '|' } }, handler: () => ok() });", ['json']],
  ["worker.tool('x', { label: 'X', objectType: 'c', input: { a: { type: 'string', | } } });", ALL_MEMBERS],
  ["worker.tool('x', { label: 'X', objectType: 'c', input: { a: { type: 'bool', label: 'A', | } } });", ['required']],
  ["worker.tool('x', { input: { a: { type: 'bool' }, b: { type: 'string', | } } });", ALL_MEMBERS],
  ["worker.tool('x', { input: { a: { type: 'bool' }, b: { type: 'string', valueSource: '|' } } });", ['property']],
  ["worker.tool('x', { output: { a: { type: 'bool' }, b: { type: 'string', | } } });", ['label', 'fieldType']],
  [
    "worker.cardBackend('x', { input: { a: { type: 'bool' }, b: { type: 'bool', | } }, handler: () => 1 });",
    ALL_MEMBERS,
  ],
  ["cardBackend('x', { objectTypes: ['|'], handler: () => 1 });", ['company']],
  ["worker.trigger('x', { eventType: '|', handler() {} });", ['contact.creation', 'conversation.newMessage']],
  ["defineApp({ platformVersion: '|' });", ['2026.03']],
  ["defineApp({ scopes: ['|'] });", ['crm.objects.contacts.read', 'timeline']],
  ["defineApp({ optionalScopes: ['a', '|'] });", ['crm.objects.contacts.read']],
  ["sdk.usesScopes('|', () => 1);", ['crm.objects.deals.write']],
  ["sdk.usesScopes(['|'], () => 1);", ['crm.objects.deals.write']],
  ["card({ location: '|' });", ['crm.record.tab', 'helpdesk.sidebar']],
  ["card({ objectTypes: ['|'] });", ['ticket']],
  ["appEvent('x', { name: 'X', objectType: '|', properties: { a: { type: 'string' } } });", ['contact']],
  ["appEvent('x', { properties: { a: { type: 'string' }, b: { type: 'string', | } } });", ['groupName', 'required']],
  ["appObject('x', { properties: { a: { type: 'string' }, b: { type: 'bool', | } } });", ['hasUniqueValue', 'label']],
  ["appObject('x', { primaryDisplayLabelPropertyName: '|', properties: { a: { type: 'string' } } });", ['a']],
  ["appObjectAssociation('x', { fromObjectType: '|' });", ['company']],
  ["worker.sync('x', { schedule: '|', handler() {} });", ['5m', '6h', '1d', 'event', 'manual']],
  ["sync(cars, { schedule: '|', idProperty: 'x' });", ['15m']],
  ["sync(cars, { schedule: '1h', into: '|', idProperty: 'x' });", ['contact']],
  ["sync(cars, { schedule: '1h', into: 'contact', idProperty: '|' });", ['email']],
  ["worker.sync(cars, { schedule: '1h', into: car, idProperty: '|' });", ['plate']],
  ["worker.sync(cars, { schedule: '1h', into: car, idProperty: 'plate', schema: { | } });", ['sign', 'power']],
  ["sync(cars, { schedule: '1h', into: car, idProperty: 'plate', schema: { power: '|' } });", ['plate', 'fuel']],
  ["defineSource({ name: 'x', auth: { type: '|' } });", ['bearer', 'hmac']],
  ["ctx.crm.objects.get('|');", ['contacts', 'companies', 'taxes']],
  ["ctx.crm.batch.objects.upsert('|');", ['contacts']],
  ["ctx.crm.properties.list('|');", ['deals']],
  ['ctx.env.|', ['LEDGER_TOKEN']],
  ["ctx.env['|']", ['LEDGER_TOKEN']],
  ["worker.tool('x', { label: 'X', objectType: 'c', handler: (ctx) => ok(ctx.env.|) });", ['LEDGER_TOKEN']],
  ["worker.cardBackend('x', { handler: ({ env }) => env.| });", ['LEDGER_TOKEN']],
  ["worker.trigger('x', { eventType: 'contact.creation', handler({ env: { | } }) {} });", ['LEDGER_TOKEN']],
  ['ctx.appObjects.create(car, { properties: { | } });', ['plate', 'fuel']],
  ["ctx.appObjects.update(car, '1', { properties: { fuel: '|' } });", ['petrol', 'electric']],
  ["ctx.appEvents.send(sold, { objectId: '1', properties: { | } });", ['way']],
  ["ctx.appEvents.send(sold, { objectId: '1', properties: { way: '|' } });", ['cash', 'card']],
];

test.each(table)('%s completes known values', async (_, editor) => {
  const missing = [];
  const places = openAll(editor, CASES);
  for (const [i, [source, wanted]] of CASES.entries()) {
    const found = await editor.completions(places[i]);
    const lost = wanted.filter((one) => !found.includes(one));
    if (lost.length > 0) {
      missing.push(`${source}: no ${lost.join(', ')} among ${found.length}`);
    }
  }
  expect(missing).toEqual([]);
});

/** A member, whose position is `|`, and a part of its doc comment. */
const HOVERS = [
  ["worker.tool('x', { |label: 'X', objectType: 'contact', handler: () => ok() });", "The action's name"],
  ["worker.tool('x', { label: 'X', |objectType: 'contact', handler: () => ok() });", 'CRM object type'],
  ["worker.trigger('x', { |eventType: 'contact.creation', handler() {} });", 'The subscription'],
  ["sync(cars, { schedule: '1h', into: car, |idProperty: 'plate' });", 'unique property'],
  ["sync(cars, { schedule: '1h', |into: car, idProperty: 'plate' });", 'destination'],
  ["sync(cars, { schedule: '1h', idProperty: 'a', |schema: {} });", 'Property names'],
  ["appEvent('x', { name: 'X', label: 'X', |objectType: 'contact', properties: {} });", 'CRM object type'],
  ['ctx.appObjects.create(car, { |properties: {} });', 'Values by'],
];

/** Members with several declarations. TypeScript 7.0 shows no comment for them. */
const MERGED_HOVERS = [
  ["worker.tool('x', { label: 'X', objectType: 'c', |input: {}, handler: () => ok() });", 'Input fields'],
];

test.each(table)('%s shows the doc comment of an option', async (name, editor) => {
  const missing = [];
  const cases = name === 'TypeScript 5' ? [...HOVERS, ...MERGED_HOVERS] : HOVERS;
  const places = openAll(editor, cases);
  for (const [i, [source, doc]] of cases.entries()) {
    const shown = await editor.hover(places[i]);
    if (!shown.includes(doc)) {
      missing.push(`${source}: ${shown}`);
    }
  }
  expect(missing).toEqual([]);
});

/** A field of each kind, with a comment, and where handlers use it, as `|`. */
const FIELDS = `{
  /** The sum of the booking. */
  amount: { type: 'number', required: true },
  /** What the customer says. */
  note: { type: 'string' },
}`;
const FIELD_USES = [
  [`tool('x', { input: ${FIELDS}, handler: (ctx) => ok(ctx.input.|amount) });`, 'The sum of the booking.'],
  [`worker.tool('x', { input: ${FIELDS}, handler: (ctx) => ok(ctx.input.|note) });`, 'What the customer says.'],
  [`worker.cardBackend('x', { input: ${FIELDS}, handler: ({ input }) => input.|amount });`, 'The sum of the booking.'],
  [`cardBackend('x', { input: ${FIELDS}, handler: ({ input }) => input.|note });`, 'What the customer says.'],
];

// TypeScript 7.0 shows no comment for members of a mapped type.
test.each(table)('%s leads from the use of a field to its declaration', async (name, editor) => {
  const missing = [];
  const places = openAll(editor, FIELD_USES);
  for (const [i, [source, doc]] of FIELD_USES.entries()) {
    const place = places[i];
    const { text, at } = place;
    const shown = await editor.hover(place);
    const [, field] = /^(\w+)/.exec(text.slice(at)) ?? [];
    const lead = await editor.definition(place);
    if ((name === 'TypeScript 5' && !shown.includes(doc)) || lead !== text.indexOf(`${field}: { type`)) {
      missing.push(`${source}: ${shown}, defined at ${lead}`);
    }
  }
  expect(missing).toEqual([]);
});
