// The vendor's own client for Node calls the emulated CRM at CRM_ORIGIN.

const assert = require('node:assert/strict');
const test = require('node:test');

const { compared, differences } = require('./vendor-models.cjs');
const { AssociationTypes, Client } = require('@hubspot/api-client');

const client = new Client({
  accessToken: process.env.CRM_TOKEN,
  basePath: process.env.CRM_ORIGIN,
  limiterOptions: { minTime: 0, maxConcurrent: 6 }, // this test does not pace its calls
});
const { objects, contacts, companies, deals, properties, associations } = client.crm;

/** Returns a check of the status and body of the client's rejection. */
function refused(code, body) {
  return (error) => {
    assert.equal(error.code, code);
    assert.equal(error.body.status, 'error');
    assert.match(error.body.correlationId, /^[0-9a-f-]{36}$/);
    for (const [name, value] of Object.entries(body)) {
      value instanceof RegExp ? assert.match(error.body[name], value) : assert.deepEqual(error.body[name], value);
    }
    return true;
  };
}

const byTrace = (answer) => new Map(answer.results.map((one) => [one.objectWriteTraceId, one]));

test('creates, reads, updates and archives a record', async () => {
  const made = await contacts.basicApi.create({ properties: { email: 'Ada@Example.com', firstname: 'Ada' }, associations: [] });
  assert.equal(made.properties.email, 'ada@example.com');
  assert.ok(made.createdAt instanceof Date);
  const read = await contacts.basicApi.getById(made.id, ['email', 'city'], ['firstname']);
  assert.deepEqual([read.properties.email, read.properties.city], ['ada@example.com', null]);
  assert.equal(read.propertiesWithHistory.firstname[0].value, 'Ada');
  const byEmail = await contacts.basicApi.getById('ada@example.com', undefined, undefined, undefined, false, 'email');
  assert.equal(byEmail.id, made.id);
  const updated = await contacts.basicApi.update(made.id, { properties: { city: 'London' } });
  assert.equal(updated.properties.city, 'London');
  await contacts.basicApi.archive(made.id);
  await assert.rejects(contacts.basicApi.getById(made.id), refused(404, { category: 'OBJECT_NOT_FOUND' }));
});

test('errors have the status, category and message of the platform', async () => {
  await assert.rejects(
    contacts.basicApi.create({ properties: { email: 'maria.santos@northwind.example' }, associations: [] }),
    refused(409, { category: 'CONFLICT', message: 'Contact already exists. Existing ID: 101' }),
  );
  await assert.rejects(
    deals.basicApi.create({ properties: { amount: 'lots' }, associations: [] }),
    refused(400, { category: 'VALIDATION_ERROR', message: /^Property values were not valid: \[/ }),
  );
});

test('lists all records of a type page by page', async () => {
  const all = await contacts.getAll(3, undefined, ['email']);
  assert.ok(all.length >= 8);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

test('a search filters, sorts and pages', async () => {
  const request = {
    filterGroups: [{ filters: [{ propertyName: 'amount', operator: 'GTE', value: '7800' }] }],
    sorts: ['-amount'], properties: ['amount'], limit: 2,
  };
  const first = await deals.searchApi.doSearch(request);
  assert.deepEqual([first.total, first.results.length, first.paging.next.after], [4, 2, '2']);
  const second = await deals.searchApi.doSearch({ ...request, after: first.paging.next.after });
  const amounts = [...first.results, ...second.results].map(({ properties }) => Number(properties.amount));
  assert.deepEqual(amounts, [...amounts].sort((a, b) => b - a));
  assert.equal(second.paging, undefined);
  await assert.rejects(deals.searchApi.doSearch({ ...request, after: '9999' }), refused(400, { category: 'VALIDATION_ERROR' }));
});

test('a batch with trace ids reports which rows failed', async () => {
  const answer = await contacts.batchApi.create({
    inputs: [
      { properties: { email: 'b1@example.com' }, associations: [], objectWriteTraceId: 'one' },
      { properties: { email: 'no address' }, associations: [], objectWriteTraceId: 'two' },
      { properties: { email: 'b3@example.com' }, associations: [], objectWriteTraceId: 'three' },
    ],
  });
  assert.equal(answer.status, 'COMPLETE');
  assert.deepEqual([...byTrace(answer).keys()].sort(), ['one', 'three']);
  assert.equal(byTrace(answer).get('three').properties.email, 'b3@example.com');
  assert.equal(answer.numErrors, 1);
  assert.deepEqual(answer.errors[0].context, { objectWriteTraceId: ['two'] });
});

test('a batch without trace ids writes all rows or none', async () => {
  const rows = (last) => ({ inputs: ['c1@example.com', last].map((email) => ({ properties: { email }, associations: [] })) });
  await assert.rejects(contacts.batchApi.create(rows('no address')), refused(400, { category: 'VALIDATION_ERROR' }));
  const answer = await contacts.batchApi.create(rows('c2@example.com'));
  assert.deepEqual([answer.results.length, answer.errors], [2, undefined]);
});

test('batches read, update, upsert and archive', async () => {
  const read = await contacts.batchApi.read({
    properties: ['city'], propertiesWithHistory: [], inputs: [{ id: '101' }, { id: '102' }, { id: '999' }],
  });
  assert.deepEqual(read.results.map(({ id }) => id).sort(), ['101', '102']);
  assert.deepEqual(read.errors[0].context, { ids: ['999'] });
  const updated = await contacts.batchApi.update({ inputs: [{ id: '101', properties: { city: 'Porto' } }, { id: '999', properties: {} }] });
  assert.deepEqual([updated.results[0].properties.city, updated.numErrors], ['Porto', 1]);
  const upserted = await contacts.batchApi.upsert({
    inputs: ['d1@example.com', 'maria.santos@northwind.example'].map((id) => ({ id, idProperty: 'email', properties: { city: 'Faro' }, objectWriteTraceId: id })),
  });
  assert.deepEqual([byTrace(upserted).get('d1@example.com')._new, byTrace(upserted).get('maria.santos@northwind.example')._new], [true, false]);
  await contacts.batchApi.archive({ inputs: [{ id: byTrace(upserted).get('d1@example.com').id }] });
  await assert.rejects(
    contacts.batchApi.update({ inputs: [{ id: '101', properties: {} }, { id: '101', properties: {} }] }),
    refused(400, { message: 'Duplicate IDs found in batch input: [101]. IDs must be unique', context: { ids: ['101'] } }),
  );
  await assert.rejects(
    contacts.batchApi.read({ properties: [], propertiesWithHistory: [], inputs: Array.from({ length: 101 }, (_, at) => ({ id: String(at + 1) })) }),
    refused(400, { message: /^The maximum number of inputs supported in a batch is 100\./ }),
  );
});

test('the generic API serves records of all types', async () => {
  const made = await objects.basicApi.create('invoices', { properties: { number: 'A-1' }, associations: [] });
  const found = await objects.searchApi.doSearch('invoices', { filterGroups: [{ filters: [{ propertyName: 'number', operator: 'EQ', value: 'A-1' }] }] });
  assert.deepEqual(found.results.map(({ id }) => id), [made.id]);
  const again = await objects.batchApi.upsert('invoices', { inputs: [{ id: 'A-1', idProperty: 'number', properties: { total: '3' } }] });
  assert.deepEqual([again.results[0].id, again.results[0]._new], [made.id, false]);
});

test('creates, reads and removes associations', async () => {
  const { basicApi, batchApi, schema } = associations.v4;
  const primary = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: AssociationTypes.primaryContactToCompany };
  const made = await basicApi.create('contacts', '101', 'companies', '203', [primary]);
  assert.deepEqual([made.fromObjectId, made.toObjectId, made.labels], ['101', '203', ['Primary']]);
  const page = await basicApi.getPage('contacts', '101', 'companies');
  const types = new Map(page.results.map((one) => [one.toObjectId, one.associationTypes.map(({ typeId }) => typeId).sort((a, b) => a - b)]));
  assert.deepEqual(types.get('203'), [AssociationTypes.primaryContactToCompany, AssociationTypes.contactToCompany]);
  const plain = await basicApi.createDefault('contacts', '102', 'tickets', '401');
  assert.equal(plain.results.length, 2);
  const created = await batchApi.create('deals', 'contacts', {
    inputs: [
      { _from: { id: '301' }, to: { id: '104' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: AssociationTypes.dealToContact }] },
      { _from: { id: '301' }, to: { id: '999' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: AssociationTypes.dealToContact }] },
    ],
  });
  assert.deepEqual([created.results.length, created.numErrors], [1, 1]);
  const read = await batchApi.getPage('deals', 'contacts', { inputs: [{ id: '301' }, { id: '999' }] });
  assert.ok(read.results[0].to.some(({ toObjectId }) => toObjectId === '104'));
  assert.equal(read.errors[0].subCategory, 'crm.associations.NO_ASSOCIATIONS_FOUND');
  await batchApi.archive('deals', 'contacts', { inputs: [{ _from: { id: '301' }, to: [{ id: '104' }] }] });
  await basicApi.archive('contacts', '101', 'companies', '203');
  const labelled = await schema.definitionsApi.create('contacts', 'companies', { name: 'boss', label: 'Manager', inverseLabel: 'Managed' });
  assert.deepEqual(labelled.results.map(({ category, label }) => [category, label]), [['USER_DEFINED', 'Manager'], ['USER_DEFINED', 'Managed']]);
  const known = await schema.definitionsApi.getAll('contacts', 'companies');
  assert.deepEqual(known.results.map(({ label }) => label), ['Primary', null, 'Manager']);
});

test('the older API names association types', async () => {
  const { batchApi } = client.crm.associations;
  const row = { _from: { id: '105' }, to: { id: '202' }, type: 'contact_to_company' };
  const made = await batchApi.create('contacts', 'companies', { inputs: [row] });
  assert.deepEqual(made.results.map(({ to, type }) => [to.id, type]), [['202', 'contact_to_company']]);
  const read = await batchApi.read('contacts', 'companies', { inputs: [{ id: '105' }] });
  assert.ok(read.results[0].to.some(({ id, type }) => id === '202' && type === 'contact_to_company'));
  await batchApi.archive('contacts', 'companies', { inputs: [row] });
});

test('sends a custom event', async () => {
  const event = { eventName: 'pe1000001_login', email: 'ada@example.com', properties: { device: 'phone' } };
  await client.events.send.basicApi.send(event);
  await client.events.send.batchApi.send({ inputs: [event, { ...event, objectId: '101' }] });
  await assert.rejects(client.events.send.basicApi.send({ ...event, eventName: 'pe1_other' }), refused(400, { category: 'VALIDATION_ERROR' }));
});

test('creates a record with associations, and reads it with them', async () => {
  const made = await deals.basicApi.create({
    properties: { dealname: 'New', dealstage: 'closedwon' },
    associations: [{ to: { id: '203' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: AssociationTypes.primaryDealToCompany }] }],
  });
  const read = await deals.basicApi.getById(made.id, undefined, undefined, ['companies']);
  assert.deepEqual(read.associations.companies.results.map(({ id, type }) => [id, type]), [['203', 'deal_to_company'], ['203', 'deal_to_company_unlabeled']]);
});

test('creates, reads, updates and archives properties and groups', async () => {
  const group = await properties.groupsApi.create('companies', { name: 'loyalty', label: 'Loyalty' });
  assert.equal(group.name, 'loyalty');
  const tier = { name: 'tier', label: 'Tier', type: 'enumeration', fieldType: 'select', groupName: 'loyalty', options: [{ label: 'Gold', value: 'gold', displayOrder: 0, hidden: false }] };
  const made = await properties.coreApi.create('companies', tier);
  assert.deepEqual([made.hubspotDefined, made.options[0].value], [false, 'gold']);
  await companies.basicApi.update('201', { properties: { tier: 'gold' } });
  const changed = await properties.coreApi.update('companies', 'tier', { label: 'Level' });
  assert.equal(changed.label, 'Level');
  const batch = await properties.batchApi.create('companies', { inputs: [{ ...tier, name: 'tier_2' }, tier] });
  assert.deepEqual([batch.results.map(({ name }) => name), batch.numErrors], [['tier_2'], 1]);
  const read = await properties.batchApi.read('companies', { archived: false, dataSensitivity: 'non_sensitive', inputs: [{ name: 'tier' }, { name: 'name' }] });
  assert.deepEqual(read.results.map(({ name, hubspotDefined }) => [name, hubspotDefined]).sort(), [['name', true], ['tier', false]]);
  await properties.batchApi.archive('companies', { inputs: [{ name: 'tier_2' }] });
  await properties.coreApi.archive('companies', 'tier');
  await assert.rejects(properties.coreApi.getByName('companies', 'tier'), refused(404, { category: 'OBJECT_NOT_FOUND' }));
  const all = await properties.coreApi.getAll('companies');
  assert.ok(all.results.every(({ name }) => name !== 'tier'));
});

test('merges two records', async () => {
  const merged = await contacts.basicApi.merge({ primaryObjectId: '104', objectIdToMerge: '106' });
  assert.equal(merged.id, '104');
  assert.equal((await contacts.basicApi.getById('106')).id, '104');
  const silent = await contacts.batchApi.update({ inputs: [{ id: '106', properties: { city: 'Faro' } }] });
  assert.deepEqual([silent.results, silent.errors], [[], undefined]);
});

test('identifies a visitor of a chat', async () => {
  const { token } = await client.conversations.visitorIdentification.generateApi.generateToken({ email: 'carol@example.com', hsCustomerAgentContext: {} });
  assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('reads owners, pipelines, stages and schemas', async () => {
  const { owners, pipelines, schemas } = client.crm;
  const { results: people } = await owners.ownersApi.getPage();
  assert.equal((await owners.ownersApi.getById(Number(people[0].id))).email, people[0].email);
  const { results: known } = await pipelines.pipelinesApi.getAll('deals');
  const one = await pipelines.pipelinesApi.getById('deals', known[0].id);
  assert.deepEqual(one.stages.map(({ id }) => id), known[0].stages.map(({ id }) => id));
  const { results: stages } = await pipelines.pipelineStagesApi.getAll('deals', one.id);
  const stage = await pipelines.pipelineStagesApi.getById('deals', one.id, stages[0].id);
  assert.equal(stage.label, stages[0].label);
  assert.deepEqual((await schemas.coreApi.getAll()).results, []); // of custom object types only
  const { name, associations } = await schemas.coreApi.getById('contacts');
  assert.equal(name, 'contact');
  assert.ok(associations.some(({ id, toObjectTypeId }) => id === '1' && toObjectTypeId === '0-2'));
});

test('creates and reads notes and tasks', async () => {
  for (const [type, body] of [['notes', 'hs_note_body'], ['tasks', 'hs_task_body']]) {
    const made = await objects[type].basicApi.create({ properties: { hs_timestamp: '2026-01-05T09:00:00Z', [body]: 'Call' }, associations: [] });
    assert.equal((await objects[type].basicApi.getById(made.id, [body])).properties[body], 'Call');
    await objects[type].basicApi.archive(made.id);
  }
});

test('all answers are valid under the published documents', () => {
  assert.ok(compared.size >= 40, `only ${compared.size} models were compared: ${[...compared].sort().join(', ')}`);
  assert.deepEqual([...differences], []);
});
