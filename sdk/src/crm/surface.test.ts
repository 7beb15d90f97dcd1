import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../sim/clock.ts';
import type { CrmClient } from '../context/crm.ts';
import { createCrmClient } from './create-client.ts';

interface Sent {
  readonly line: string;
  readonly body: unknown;
  readonly at: number;
}

/**
 * A client, and the requests that it sent.
 *
 * @param answer returns the responses, or throws if there is none
 */
function world(answer: (sent: Sent, number: number) => Response) {
  const clock = new VirtualClock();
  const sent: Sent[] = [];
  const fetch = async (target: string, { method, body }: RequestInit) => {
    const url = new URL(target);
    const request = {
      line: `${method} ${url.pathname}${url.search}`,
      body: body ? JSON.parse(body as string) : undefined,
      at: clock.now(),
    };
    const number = sent.push(request);
    await clock.sleep(50);
    return answer(request, number);
  };
  const crm = createCrmClient({ fetch, clock, random: () => 0.5, portalId: 1 });
  return { crm, sent, clock, run: <T>(work: Promise<T>) => clock.run(work) };
}

const json = (body: unknown, status = 200) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

const TYPES = [{ associationCategory: 'CRM_DEFINED', associationTypeId: 1 }];
const CONTACT = { objectType: 'contacts', id: '1' };
const COMPANY = { objectType: 'companies', id: '2' };
const CHANNEL = { name: 'c', capabilities: {} };
const ACCOUNT = { name: 'a', inboxId: '7', authorized: true };
const PROPERTY = { name: 'p', label: 'P', type: 'string', fieldType: 'text', groupName: 'g' };
const MESSAGE = {
  channelAccountId: '5',
  messageDirection: 'INCOMING' as const,
  text: 'hi',
  timestamp: '2026-01-01T00:00:00Z',
  senders: [],
  recipients: [],
  attachments: [],
  integrationThreadId: 't',
};
const TIE = { toObjectId: '5', associationTypes: [] };

type Row = readonly [
  line: string,
  call: (crm: CrmClient) => Promise<unknown>,
  body: unknown,
  answer: unknown,
  result: unknown,
];

describe('the typed surface', () => {
  test.each<Row>([
    [
      'DELETE /crm/v3/objects/contacts/1',
      (crm) => crm.objects.archive('contacts', '1'),
      undefined,
      undefined,
      undefined,
    ],
    [
      'POST /crm/v3/objects/contacts/batch/upsert',
      (crm) => crm.objects.upsert('contacts', { id: 'a@b.c', idProperty: 'email', properties: { n: 1 } }),
      { inputs: [{ id: 'a@b.c', idProperty: 'email', properties: { n: '1' } }] },
      { results: [{ id: '5', new: true }] },
      { id: '5', new: true },
    ],
    [
      'GET /crm/v3/properties/contacts',
      (crm) => crm.properties.list('contacts'),
      undefined,
      { results: [PROPERTY] },
      [PROPERTY],
    ],
    [
      'GET /crm/v3/properties/contacts/a%2Fb',
      (crm) => crm.properties.get('contacts', 'a/b'),
      undefined,
      PROPERTY,
      PROPERTY,
    ],
    [
      'POST /crm/v3/properties/contacts',
      (crm) => crm.properties.create('contacts', PROPERTY),
      PROPERTY,
      PROPERTY,
      PROPERTY,
    ],
    [
      'PATCH /crm/v3/properties/contacts/p',
      (crm) => crm.properties.update('contacts', 'p', { label: 'Q' }),
      { label: 'Q' },
      PROPERTY,
      PROPERTY,
    ],
    [
      'DELETE /crm/v3/properties/contacts/p',
      (crm) => crm.properties.archive('contacts', 'p'),
      undefined,
      undefined,
      undefined,
    ],
    [
      'GET /crm/v4/objects/contacts/1/associations/companies?limit=2&after=9',
      (crm) => crm.associations.list(CONTACT, 'companies', { limit: 2, after: '9' }),
      undefined,
      { results: [{ toObjectId: 5, associationTypes: [] }], paging: { next: { after: '10' } } },
      { results: [TIE], paging: { next: { after: '10' } } },
    ],
    [
      'PUT /crm/v4/objects/contacts/1/associations/default/companies/2',
      (crm) => crm.associations.create(CONTACT, COMPANY),
      undefined,
      { status: 'COMPLETE', results: [] },
      undefined,
    ],
    [
      'PUT /crm/v4/objects/contacts/1/associations/companies/2',
      (crm) => crm.associations.create(CONTACT, COMPANY, TYPES),
      TYPES,
      {},
      undefined,
    ],
    [
      'DELETE /crm/v4/objects/contacts/1/associations/companies/2',
      (crm) => crm.associations.archive(CONTACT, COMPANY),
      undefined,
      undefined,
      undefined,
    ],
    [
      'GET /conversations/v3/custom-channels',
      (crm) => crm.conversations.customChannels.list(),
      undefined,
      { results: [CHANNEL] },
      [CHANNEL],
    ],
    [
      'GET /conversations/v3/custom-channels/3',
      (crm) => crm.conversations.customChannels.get('3'),
      undefined,
      CHANNEL,
      CHANNEL,
    ],
    [
      'POST /conversations/v3/custom-channels',
      (crm) => crm.conversations.customChannels.register(CHANNEL),
      CHANNEL,
      CHANNEL,
      CHANNEL,
    ],
    [
      'PATCH /conversations/v3/custom-channels/3',
      (crm) => crm.conversations.customChannels.update('3', { name: 'd' }),
      { name: 'd' },
      CHANNEL,
      CHANNEL,
    ],
    [
      'DELETE /conversations/v3/custom-channels/3',
      (crm) => crm.conversations.customChannels.archive('3'),
      undefined,
      undefined,
      undefined,
    ],
    [
      'GET /conversations/v3/custom-channels/3/channel-accounts',
      (crm) => crm.conversations.customChannels.accounts.list('3'),
      undefined,
      { results: [ACCOUNT] },
      [ACCOUNT],
    ],
    [
      'POST /conversations/v3/custom-channels/3/channel-accounts',
      (crm) => crm.conversations.customChannels.accounts.create('3', ACCOUNT),
      ACCOUNT,
      ACCOUNT,
      ACCOUNT,
    ],
    [
      'PATCH /conversations/v3/custom-channels/3/channel-accounts/4',
      (crm) => crm.conversations.customChannels.accounts.update('3', '4', { authorized: false }),
      { authorized: false },
      ACCOUNT,
      ACCOUNT,
    ],
    [
      'POST /conversations/v3/custom-channels/3/messages',
      (crm) => crm.conversations.customChannels.messages.create('3', MESSAGE),
      MESSAGE,
      { id: '6', ...MESSAGE },
      { id: '6', ...MESSAGE },
    ],
    [
      'GET /conversations/v3/custom-channels/3/messages/6',
      (crm) => crm.conversations.customChannels.messages.get('3', '6'),
      undefined,
      MESSAGE,
      MESSAGE,
    ],
    [
      'PATCH /conversations/v3/custom-channels/3/messages/6',
      (crm) => crm.conversations.customChannels.messages.update('3', '6', { statusType: 'READ' }),
      { statusType: 'READ' },
      MESSAGE,
      MESSAGE,
    ],
    [
      'POST /visitor-identification/v3/tokens/create',
      (crm) => crm.conversations.visitorIdentification.generateToken({ email: 'a@b.c', firstName: 'A' }),
      { email: 'a@b.c', firstName: 'A' },
      { token: 'v' },
      { token: 'v' },
    ],
  ])('sends %s', async (line, call, body, answer, result) => {
    const { crm, sent, run } = world(() => json(answer));
    expect(await run(call(crm))).toEqual(result);
    expect(sent).toEqual([{ line, body, at: 0 }]);
  });

  test.each<[string, (crm: CrmClient) => Promise<unknown>]>([
    ['object type', (crm) => crm.properties.list('')],
    ['object type', (crm) => crm.batch.objects.create('..', [])],
    ['record id', (crm) => crm.associations.list({ objectType: 'contacts', id: '' }, 'companies')],
    ['other object type', (crm) => crm.batch.associations.read('contacts', '', ['1'])],
    ['other record id', (crm) => crm.associations.create(CONTACT, { objectType: 'companies' } as never)],
    ['property name', (crm) => crm.properties.get('contacts', undefined as never)],
    ['channel id', (crm) => crm.conversations.customChannels.get('.')],
    ['message id', (crm) => crm.conversations.customChannels.messages.get('3', '')],
    ['account id', (crm) => crm.conversations.customChannels.accounts.update('3', '', {})],
    ['idProperty', (crm) => crm.objects.upsert('contacts', { id: '1', properties: {} } as never)],
  ])('rejects a call with an invalid %s before it is sent', async (what, call) => {
    const { crm, sent, run } = world(() => json({}));
    await expect(run(call(crm))).rejects.toThrow(`invalid ${what} `);
    expect(sent).toEqual([]);
  });

  test('reads all pages of a list', async () => {
    const { crm, sent, run } = world((_sent, number) =>
      json({ results: [{ id: String(number) }], ...(number < 3 && { paging: { next: { after: String(number) } } }) }),
    );
    expect(await run(crm.conversations.customChannels.list())).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect(sent.map(({ line }) => line.replace('GET /conversations/v3/custom-channels', ''))).toEqual([
      '',
      '?after=1',
      '?after=2',
    ]);
  });

  test('ends a list whose cursor does not change', async () => {
    const { crm, sent, run } = world(() => json({ results: [], paging: { next: { after: '1' } } }));
    expect(await run(crm.conversations.customChannels.list())).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  test("rejects a failed upsert with the CRM's error", async () => {
    const { crm, run } = world(() =>
      json({ results: [], errors: [{ category: 'VALIDATION_ERROR', message: 'bad' }] }, 207),
    );
    const upsert = crm.objects.upsert('contacts', { id: '1', idProperty: 'code', properties: {} });
    await expect(run(upsert)).rejects.toMatchObject({ name: 'CrmError', category: 'VALIDATION_ERROR' });
  });
});

describe('a call with a transient failure', () => {
  const RECORD = { id: '1', properties: {} };

  test.each<[string, (crm: CrmClient) => Promise<unknown>]>([
    ['get', (crm) => crm.objects.get('contacts', '1')],
    ['search', (crm) => crm.objects.search('contacts', {})],
    ['update', (crm) => crm.objects.update('contacts', '1', { properties: {} })],
    ['archive', (crm) => crm.objects.archive('contacts', '1')],
  ])('is made again: %s', async (_name, call) => {
    const { crm, sent, run } = world((_sent, number) =>
      number < 3 ? json({}, 503) : json({ ...RECORD, results: [] }),
    );
    await run(call(crm));
    expect(sent).toHaveLength(3);
  });

  test('is retried at most five times', async () => {
    const { crm, sent, run } = world(() => json({ message: 'down' }, 502));
    await expect(run(crm.objects.get('contacts', '1'))).rejects.toMatchObject({ name: 'CrmError', status: 502 });
    expect(sent).toHaveLength(6);
  });

  test('as a create is not retried if it may have been applied', async () => {
    const { crm, sent, run } = world(() => json({}, 503));
    await expect(run(crm.objects.create('contacts', { properties: {} }))).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  test.each(['fetch failed', 'connect ECONNREFUSED', 'no such host', 'connection refused'])(
    'as a create is not retried because of the message %j',
    async (message) => {
      const { crm, sent, run } = world(() => {
        throw new TypeError(message, { cause: new Error(message) });
      });
      await expect(run(crm.objects.create('p1_enotfound', { properties: {} }))).rejects.toThrow(message);
      expect(sent).toHaveLength(1);
    },
  );

  test('as a create is retried if the connection was refused', async () => {
    const { crm, sent, run } = world((_sent, number) => {
      if (number === 1) {
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
        });
      }
      return json(RECORD);
    });
    expect(await run(crm.objects.create('contacts', { properties: {} }))).toEqual(RECORD);
    expect(sent).toHaveLength(2);
  });

  test('as a raw call is not retried', async () => {
    const { crm, sent, run } = world(() => json({}, 503));
    await expect(run(crm.request('GET', '/crm/v3/owners'))).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });
});

describe('batches through the gate', () => {
  const rows = Array.from({ length: 250 }, (_, i) => ({ properties: { n: String(i) } }));
  const made = ({ body }: Sent) => {
    const { inputs } = body as { readonly inputs: readonly object[] };
    return json({ status: 'COMPLETE', results: inputs.map((input) => ({ id: 'x', ...input })).reverse() }, 201);
  };

  test('retry a 429 without failing a row', async () => {
    const { crm, sent, run } = world((request, number) =>
      number === 3 ? json({ policyName: 'TEN_SECONDLY_ROLLING' }, 429) : made(request),
    );
    const { succeeded, failed } = await run(crm.batch.objects.create('contacts', rows));
    expect([succeeded.length, failed, sent.length]).toEqual([250, [], 4]);
  });

  test('fail the remaining rows when the daily quota is exhausted', async () => {
    const { crm, run } = world((request, number) =>
      number === 1 ? made(request) : json({ policyName: 'DAILY' }, 429),
    );
    const { succeeded, failed } = await run(crm.batch.objects.create('contacts', rows));
    expect(succeeded.length + failed.length).toBe(250);
    expect(succeeded.map(({ index }) => index)).toEqual(rows.slice(0, 100).map((_, i) => i));
    expect(new Set(failed.map(({ error }) => error.category))).toEqual(new Set(['BACKPRESSURE']));
    expect(failed.every(({ error }) => (error.retryAfterSeconds ?? 0) >= 1 && error.retryable)).toBe(true);
  });

  test('replace a refused token and retry once', async () => {
    const clock = new VirtualClock();
    const used: string[] = [];
    const fetch = async (_url: string, init: RequestInit) => {
      const token = (init.headers as Headers).get('authorization') ?? '';
      used.push(token);
      const sent = { line: '', body: JSON.parse(init.body as string) as unknown, at: 0 };
      return token === 'Bearer old' ? json({ category: 'EXPIRED_AUTHENTICATION' }, 401) : made(sent);
    };
    const token = async (refused?: string) => (refused === 'old' ? 'new' : 'old');
    const crm = createCrmClient({ fetch, clock, random: () => 0.5, portalId: 1, token });
    const { succeeded } = await clock.run(crm.batch.objects.create('contacts', rows.slice(0, 5)));
    expect([succeeded.length, used]).toEqual([5, ['Bearer old', 'Bearer new']]);
  });
});
