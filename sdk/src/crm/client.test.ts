import { describe, expect, test, vi } from 'vitest';
import { freePacer } from '../../test/pacer.ts';
import { PROFILES } from '../profiles/profile.ts';
import { makeCrmClient } from './client.ts';
import type { CrmOptions } from './send.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** A client whose CRM gives every call the same response, and the requests that it received. */
function clientFor(status: number, answer: unknown) {
  const sent: Sent[] = [];
  const calls: Parameters<CrmOptions['onCall']>[0][] = [];
  let now = 1000;
  const fetch = vi.fn(async (url: URL, { method = '', headers, body, redirect }: RequestInit) => {
    expect(redirect).toBe('manual');
    sent.push({
      method,
      url: String(url),
      headers: Object.fromEntries(headers as Headers),
      body: body === undefined ? undefined : JSON.parse(body as string),
    });
    now += 25;
    if (answer instanceof Error) {
      throw answer;
    }
    return new Response(answer === undefined ? null : typeof answer === 'string' ? answer : JSON.stringify(answer), {
      status,
    });
  });
  const options: CrmOptions = {
    fetch,
    now: () => now,
    apiOrigin: 'https://api.crm.example',
    headerPrefix: 'X-Crm',
    pacer: freePacer(() => now),
    token: async () => 'tok',
    onCall: (call) => calls.push(call),
  };
  return { crm: makeCrmClient(options, PROFILES.crm.paths), sent, calls, fetch };
}

const RECORD = { id: '1', properties: {} };

describe('objects', () => {
  test('get reads one record', async () => {
    const { crm, sent } = clientFor(200, RECORD);
    await expect(
      crm.objects.get('contacts', 'a@b.c', {
        idProperty: 'email',
        properties: ['email', 'name'],
        associations: ['companies'],
      }),
    ).resolves.toEqual(RECORD);
    expect(sent).toEqual([
      {
        method: 'GET',
        url: 'https://api.crm.example/crm/v3/objects/contacts/a%40b.c?properties=email%2Cname&associations=companies&idProperty=email',
        headers: { accept: 'application/json', authorization: 'Bearer tok' },
        body: undefined,
      },
    ]);
  });

  test('list reads a page', async () => {
    const { crm, sent } = clientFor(200, { results: [RECORD] });
    await crm.objects.list('deals', { limit: 100, after: '5', archived: true, properties: [] });
    expect(sent[0]?.url).toBe('https://api.crm.example/crm/v3/objects/deals?archived=true&limit=100&after=5');
  });

  test('search posts its request', async () => {
    const { crm, sent, calls } = clientFor(200, { total: 0, results: [] });
    const request = {
      filterGroups: [{ filters: [{ propertyName: 'x', operator: 'EQ', value: '1' } as const] }],
      limit: 200,
    };
    await crm.objects.search('contacts', request);
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.crm.example/crm/v3/objects/contacts/search',
      body: request,
    });
    expect(calls[0]?.family).toBe('search');
  });

  test('create and update send properties', async () => {
    const { crm, sent } = clientFor(200, RECORD);
    const associations = [{ to: { id: '2' }, types: [{ associationCategory: 'CRM_DEFINED', associationTypeId: 1 }] }];
    await crm.objects.create('contacts', { properties: { email: 'a@b.c', age: 5 }, associations });
    await crm.objects.update('contacts', '1', { properties: { email: null } }, { idProperty: 'code' });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.crm.example/crm/v3/objects/contacts',
        body: { properties: { email: 'a@b.c', age: '5' }, associations },
      },
      {
        method: 'PATCH',
        url: 'https://api.crm.example/crm/v3/objects/contacts/1?idProperty=code',
        body: { properties: { email: '' } },
      },
    ]);
  });

  test.each(['', '.', '..', undefined, null, {}])('an id %o is refused before anything is sent', async (id) => {
    const { crm, fetch } = clientFor(200, RECORD);
    await expect(crm.objects.get('contacts', id as never)).rejects.toThrow(/record id/);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('escapes ids in paths', async () => {
    const { crm, sent } = clientFor(200, RECORD);
    await crm.objects.get('contacts', '../../oauth/v1/token?x#y');
    expect(sent[0]?.url).toBe('https://api.crm.example/crm/v3/objects/contacts/..%2F..%2Foauth%2Fv1%2Ftoken%3Fx%23y');
  });
});

describe('request', () => {
  test('takes any path of the API', async () => {
    const { crm, sent } = clientFor(200, { results: [] });
    await crm.request('post', '/crm/v3/owners?limit=5', {
      query: { email: 'a@b.c', ids: ['1', '2'], none: undefined },
      body: { a: 1 },
      headers: { 'x-a': '1' },
    });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.crm.example/crm/v3/owners?limit=5&email=a%40b.c&ids=1%2C2',
      body: { a: 1 },
      headers: { 'x-a': '1' },
    });
  });

  test.each(['https://evil.example/x', 'evil', '@evil.example/', '', undefined])(
    'never takes the token to another origin (%s)',
    async (path) => {
      const { crm, fetch } = clientFor(200, {});
      await expect(crm.request('GET', path as never)).rejects.toThrow(/starts with a slash/);
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test.each(['//evil.example/x', '/\\evil.example', '/@evil.example'])(
    'stays on the origin of the API (%s)',
    async (path) => {
      const { crm, sent } = clientFor(200, {});
      await crm.request('GET', path);
      expect(new URL(sent[0]?.url ?? '').host).toBe('api.crm.example');
    },
  );

  test('ignores an authorization header', async () => {
    const { crm, sent } = clientFor(200, {});
    await crm.request('GET', '/x', { headers: { Authorization: 'Bearer other' } });
    expect(sent[0]?.headers['authorization']).toBe('Bearer tok');
  });

  test('returns undefined for a response without a body', async () => {
    const { crm } = clientFor(204, undefined);
    await expect(crm.request('DELETE', '/crm/v3/objects/contacts/1')).resolves.toBeUndefined();
  });

  test('recognizes searches of every API version', async () => {
    const { crm, calls } = clientFor(200, {});
    await crm.request('POST', '/crm/objects/2026-09/contacts/search');
    await crm.request('GET', '/crm/v3/objects/contacts/search');
    await crm.request('POST', '/crm/v3/objects/contacts/batch/read');
    expect(calls.map(({ family }) => family)).toEqual(['search', 'general', 'general']);
  });
});

describe('an error response of the CRM', () => {
  const body = {
    status: 'error',
    message: 'Property values were not valid',
    category: 'VALIDATION_ERROR',
    correlationId: 'c-1',
    errors: [],
  };

  test('is a CrmError with the details of the response', async () => {
    const { crm } = clientFor(400, body);
    const error = { name: 'CrmError', status: 400, category: 'VALIDATION_ERROR', correlationId: 'c-1', body };
    await expect(crm.objects.create('contacts', { properties: {} })).rejects.toMatchObject(error);
    await expect(crm.objects.create('contacts', { properties: {} })).rejects.toThrow(
      'POST /crm/v3/objects/contacts answered 400: Property values were not valid',
    );
  });

  test.each(['<html>', '', [], 5, { message: 7 }])('is one whatever its body is (%o)', async (answer) => {
    const { crm } = clientFor(502, answer);
    await expect(crm.request('GET', '/crm/v3/objects/contacts/1')).rejects.toMatchObject({
      name: 'CrmError',
      status: 502,
    });
  });

  test('includes redirects, which are not followed', async () => {
    const { crm } = clientFor(302, undefined);
    await expect(crm.objects.get('contacts', '1')).rejects.toMatchObject({ status: 302 });
  });
});

describe('each call', () => {
  test('is recorded with path, status and time', async () => {
    const { crm, calls } = clientFor(404, { category: 'OBJECT_NOT_FOUND' });
    await crm.objects.get('contacts', '1', { properties: ['a'] }).catch(() => {});
    expect(calls).toEqual([
      {
        method: 'GET',
        path: '/crm/v3/objects/contacts/1?properties=a',
        family: 'general',
        status: 404,
        waitMs: 0,
        durationMs: 25,
        at: 1000,
      },
    ]);
  });

  test('without a response is recorded and fails with the reason', async () => {
    const { crm, calls } = clientFor(0, new TypeError('connection reset'));
    await expect(crm.request('GET', '/crm/v3/objects/contacts/1')).rejects.toThrow(
      'GET /crm/v3/objects/contacts/1 got no answer from the CRM: connection reset',
    );
    expect(calls).toMatchObject([{ status: null, durationMs: 25 }]);
  });
});

test.each([undefined, null, 'text'])('refuses to write a record from %j', async (record) => {
  const { crm, sent } = clientFor(200, {});
  await expect(crm.objects.create('contacts', record as never)).rejects.toThrow(
    /invalid argument .*: expected an object such as/,
  );
  await expect(crm.objects.update('contacts', '1', record as never)).rejects.toThrow(/invalid argument/);
  expect(sent).toEqual([]);
});

test('ends a call at the deadline, even if it has its own signal', async () => {
  const { crm, fetch, end } = clientUntilDeadline();
  const call = crm.request('GET', '/crm/v3/owners', { signal: new AbortController().signal });
  await vi.waitUntil(() => fetch.mock.calls.length === 1);
  end(new Error('the time is up'));
  await expect(call).rejects.toThrow('the time is up');
});

/** A client whose CRM never answers, and whose deadline `end` brings. */
function clientUntilDeadline() {
  const deadline = new AbortController();
  const fetch = vi.fn(() => new Promise<Response>(() => {}));
  const options: CrmOptions = {
    fetch,
    now: Date.now,
    apiOrigin: 'https://api.crm.example',
    headerPrefix: 'X-Crm',
    pacer: freePacer(),
    token: async () => 'tok',
    onCall: () => {},
    deadlineSignal: deadline,
  };
  return { crm: makeCrmClient(options, PROFILES.crm.paths), fetch, end: (why: Error) => deadline.abort(why) };
}
