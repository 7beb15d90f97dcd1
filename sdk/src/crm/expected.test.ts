import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../sim/clock.ts';
import type { CrmClient } from '../context/crm.ts';
import { createCrmClient } from './create-client.ts';

/** A client whose CRM gives every call the same response, and the number of calls. */
function world(answer: () => Response) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return answer();
  };
  const crm = createCrmClient({ fetch, clock, random: () => 0.5, portalId: 1 });
  return { crm, sent, run: <T>(work: Promise<T>) => clock.run(work) };
}

const json = (body: unknown) => new Response(body === undefined ? null : JSON.stringify(body));

const CONTACT = { objectType: 'contacts', id: '1' };
const COMPANY = { objectType: 'companies', id: '2' };

describe('a 2xx response of another form', () => {
  const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  const rows: [string, (crm: CrmClient) => Promise<unknown>, string][] = [
    ['get', (crm) => crm.objects.get('contacts', '1'), 'object'],
    ['list', (crm) => crm.objects.list('contacts'), 'list'],
    ['search', (crm) => crm.objects.search('contacts', {}), 'list'],
    ['update', (crm) => crm.objects.update('contacts', '1', { properties: {} }), 'object'],
    ['upsert', (crm) => crm.objects.upsert('contacts', { id: '1', idProperty: 'code', properties: {} }), 'list'],
    ['archive', (crm) => crm.objects.archive('contacts', '1'), 'none'],
    ['a list of associations', (crm) => crm.associations.list(CONTACT, 'companies'), 'list'],
    ['a new association', (crm) => crm.associations.create(CONTACT, COMPANY), 'none'],
    ['a list of properties', (crm) => crm.properties.list('contacts'), 'list'],
    ['a property', (crm) => crm.properties.get('contacts', 'p'), 'object'],
    ['a channel', (crm) => crm.conversations.customChannels.get('3'), 'object'],
    ['a list of channels', (crm) => crm.conversations.customChannels.list(), 'list'],
  ];

  test.each(rows)('counts as no answer, and the call is made again: %s', async (_name, call) => {
    const { crm, sent, run } = world(html);
    await expect(run(call(crm))).rejects.toMatchObject({
      code: 'no_answer',
      message: expect.stringMatching(/ got no answer from the CRM: the response is not the expected JSON$/),
    });
    expect(sent).toHaveLength(6);
  });

  test.each(rows.filter(([, , kind]) => kind !== 'none'))(
    'counts as no answer if it is null: %s',
    async (_name, call) => {
      const { crm, run } = world(() => json(null));
      await expect(run(call(crm))).rejects.toMatchObject({ code: 'no_answer' });
    },
  );

  test.each<[unknown]>([['{"id": "1", "prop'], [undefined], [null], [[]]])(
    'counts as no answer to a create, which is not made again: %j',
    async (body) => {
      const { crm, sent, run } = world(() => (typeof body === 'string' ? new Response(body) : json(body)));
      await expect(run(crm.objects.create('contacts', { properties: {} }))).rejects.toMatchObject({
        code: 'no_answer',
        message: `POST /crm/v3/objects/contacts got no answer from the CRM: the response is not the expected JSON`,
      });
      expect(sent).toHaveLength(1);
    },
  );

  test('fails the rows of a batch without results', async () => {
    const { crm, run } = world(html);
    const { failed } = await run(crm.batch.objects.archive('contacts', ['1']));
    expect(failed[0]?.error).toMatchObject({ category: 'NO_ANSWER', retryable: true });
  });

  test('is returned by a raw call', async () => {
    const { crm, run } = world(html);
    expect(await run(crm.request('GET', '/crm/v3/owners'))).toBe('<html>');
  });
});
