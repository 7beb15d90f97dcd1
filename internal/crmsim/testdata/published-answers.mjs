// Compares answers of the emulated CRM at CRM_ORIGIN with the published documents of the operations that the vendor's
// client lacks.

import assert from 'node:assert/strict';
import test from 'node:test';

import { documentedOperations } from '../../../sdk/test/published/documents.mjs';
import { answerDifferencesOf, differencesOf } from '../../../sdk/test/published/operations.mjs';

const { CRM_ORIGIN, CRM_TOKEN, STAGING_TOKEN } = process.env;
const operations = documentedOperations();
const used = new Set();

/** Calls an operation, and returns the answer after a comparison of both bodies. */
async function call(method, path, body) {
  const operation = operations.find((one) => one.method === method && one.path.test(path));
  assert.ok(operation, `${method} ${path}`);
  used.add(operation.template + method);
  assert.deepEqual(differencesOf(operation, body), []);
  const response = await fetch(CRM_ORIGIN + path, {
    method,
    headers: { authorization: `Bearer ${CRM_TOKEN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.equal(response.status, operation.status, `${method} ${path} ${text}`);
  if (operation.answer === undefined) {
    return undefined;
  }
  const answer = JSON.parse(text);
  assert.deepEqual(answerDifferencesOf(operation, answer), [], `${method} ${path} ${text}`);
  return answer;
}

test('custom channels', async () => {
  const channels = '/conversations/v3/custom-channels';
  const of = `${channels}/${process.env.CHANNEL}`;
  const deliveryIdentifier = { type: 'CHANNEL_SPECIFIC_OPAQUE_ID', value: 'ada' };
  const channel = { name: 'Chat', capabilities: { richText: {} }, channelDescription: 'A chat' };
  const made = await call('POST', channels, channel);
  await call('GET', channels);
  await call('GET', `${channels}/${made.id}`);
  await call('PATCH', `${channels}/${made.id}`, { webhookUrl: 'https://a.example/hook' });
  const account = await call('POST', `${of}/channel-accounts`, { name: 'A', inboxId: '3', authorized: true });
  const staged = { accountName: 'B', deliveryIdentifier };
  await call('PATCH', `${of}/channel-account-staging-tokens/${STAGING_TOKEN}`, staged);
  await call('GET', `${of}/channel-accounts`);
  await call('GET', `${of}/channel-accounts/${account.id}`);
  await call('PATCH', `${of}/channel-accounts/${account.id}`, { name: 'C', authorized: true });
  const message = await call('POST', `${of}/messages`, {
    channelAccountId: account.id,
    messageDirection: 'OUTGOING',
    text: 'Hello',
    timestamp: '2026-01-31T09:00:00Z',
    senders: [{ deliveryIdentifier, name: 'Ada' }],
    recipients: [{ deliveryIdentifier }],
    attachments: [{ type: 'FILE', fileId: '5' }],
  });
  await call('GET', `${of}/messages/${message.id}`);
  await call('PATCH', `${of}/messages/${message.id}`, { statusType: 'READ' });
  await call('PATCH', `${of}/messages/${message.id}`, { statusType: 'FAILED', errorMessage: 'no' });
  await call('DELETE', `${channels}/${made.id}`);
});

test('app events', async () => {
  const timeline = '/integrators/timeline/v4';
  const one = (id, more) => ({ id, eventTypeName: 'PAID', objectId: '101', properties: { amount: '5' }, ...more });
  await call('POST', `${timeline}/events`, one('a', { extraData: { note: [1] } }));
  const inputs = [one('b'), one('c', { timestamp: '2026-01-31T09:00:00Z' })];
  await call('POST', `${timeline}/events/batch`, { inputs });
  const named = { developerSymbol: 'PAID', projectName: 'p' };
  const type = await call('POST', '/integrators/timeline/2026-03/types/projects', named);
  await call('POST', `${timeline}/events`, one('d', { eventTypeName: type.fullyQualifiedName }));
});

test('every operation has been called', () => {
  assert.deepEqual(operations.filter(({ template, method }) => !used.has(template + method)), []);
});
