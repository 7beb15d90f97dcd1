/** Every error of `ctx.crm` has a documented code. */

import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../sim/clock.ts';
import documented from '../../../contract/errors.json' with { type: 'json' };
import type { CrmClient } from '../context/crm.ts';
import { type CrmErrorCode, crmErrorCode } from '../context/crm-errors.ts';
import { createCrmClient } from './create-client.ts';

type Call = (crm: CrmClient, clock: VirtualClock) => Promise<unknown>;

/** A client whose CRM gives every call the same answer. */
function clientFor(answer: () => Promise<Response>) {
  const clock = new VirtualClock();
  const crm = createCrmClient({ fetch: answer, clock, random: () => 0.5, portalId: 1 });
  const failure = (call: Call) =>
    clock.run(
      call(crm, clock).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  return { clock, failure };
}

const answering =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  async () =>
    Response.json(body, { status, headers });
const silent = () => new Promise<Response>(() => {});
const ok = answering(200, {});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const fired = () => AbortSignal.abort(new Error('changed my mind'));

function firingLater(clock: VirtualClock): AbortSignal {
  const controller = new AbortController();
  clock.setTimeout(() => controller.abort(new Error('changed my mind')), 100);
  return controller.signal;
}

const get = (init?: Parameters<CrmClient['request']>[2]) => (crm: CrmClient) =>
  crm.request('GET', '/crm/v3/owners', init);

describe('the code of an error', () => {
  test.each<[CrmErrorCode, string, () => Promise<Response>, Call, Record<string, unknown>]>([
    ['http_error', 'a 404', answering(404, { category: 'OBJECT_NOT_FOUND' }), get(), { status: 404, name: 'CrmError' }],
    ['http_error', 'a 500 of a typed call', answering(500, {}), (crm) => crm.objects.get('a', '1'), { status: 500 }],
    ['missing_scopes', 'a missing scope', answering(403, { category: 'MISSING_SCOPES' }), get(), { status: 403 }],
    [
      'backpressure',
      'a long Retry-After',
      answering(429, {}, { 'retry-after': '60' }),
      get(),
      { name: 'CrmBackpressure', retryAfterSeconds: 60 },
    ],
    ['timeout', 'a hung call', silent, get({ timeoutMs: 100 }), {}],
    ['no_answer', 'a broken connection', () => Promise.reject(new TypeError('fetch failed')), get(), {}],
    [
      'no_answer',
      'a network error with a code',
      () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
      get(),
      {},
    ],
    ['no_answer', 'a rejection with nothing', () => Promise.reject(undefined), get(), {}],
    ['aborted', 'a signal that fired', ok, (crm) => get({ signal: fired() })(crm), { name: 'AbortError' }],
    ['aborted', 'a signal that fires in flight', silent, (crm, clock) => get({ signal: firingLater(clock) })(crm), {}],
    ['invalid_argument', 'an empty id', ok, (crm) => crm.objects.get('contacts', ''), { name: 'TypeError' }],
    ['invalid_argument', 'a missing record', ok, (crm) => crm.objects.create('contacts', undefined as never), {}],
    ['invalid_argument', 'another host', ok, (crm) => crm.request('GET', 'https://evil.example/'), {}],
    ['invalid_argument', 'no path', ok, (crm) => crm.request('GET', undefined as never), {}],
    ['invalid_argument', 'no method', ok, (crm) => crm.request(undefined as never, '/a'), {}],
    ['invalid_argument', 'a circular body', ok, (crm) => crm.request('POST', '/a', { body: circular }), {}],
    ['invalid_argument', 'an invalid header', ok, get({ headers: { 'a b': 'c' } }), {}],
    ['invalid_argument', 'no rows', ok, (crm) => crm.batch.objects.create('contacts', undefined as never), {}],
    ['invalid_argument', 'half a call', ok, (crm) => crm.budget({ calls: 0.5 }), {}],
    ['invalid_argument', 'a lone surrogate', ok, (crm) => crm.objects.get('contacts', '\ud800'), {}],
    ['invalid_argument', 'a BigInt as id', ok, (crm) => crm.objects.get('contacts', 10n as never), {}],
    ['invalid_argument', 'a cycle as id', ok, (crm) => crm.objects.get('contacts', circular as never), {}],
    ['invalid_argument', 'a BigInt as type', ok, (crm) => crm.objects.get(10n as never, '1'), {}],
    [
      'invalid_argument',
      'a BigInt property',
      ok,
      (crm) => crm.objects.create('contacts', { properties: { a: 1n } as never }),
      {},
    ],
    [
      'invalid_argument',
      'a circular property',
      ok,
      (crm) => crm.objects.update('contacts', '1', { properties: { a: circular } as never }),
      {},
    ],
    [
      'invalid_argument',
      'a promise of properties',
      ok,
      (crm) => crm.objects.create('contacts', { properties: Promise.resolve({ a: '1' }) as never }),
      {},
    ],
    [
      'invalid_argument',
      'a map of properties',
      ok,
      (crm) => crm.objects.update('contacts', '1', { properties: new Map([['a', '1']]) as never }),
      {},
    ],
    ['invalid_argument', 'a BigInt query', ok, (crm) => crm.objects.search('contacts', { query: 1n as never }), {}],
    ['invalid_argument', 'a BigInt limit', ok, (crm) => crm.objects.search('contacts', { limit: 1n as never }), {}],
    ['invalid_argument', 'BigInt calls', ok, (crm) => crm.budget({ calls: 1n as never }), {}],
    ['invalid_argument', 'NaN calls', ok, (crm) => crm.budget({ calls: Number.NaN }), {}],
    ['invalid_argument', 'a BigInt path', ok, (crm) => crm.request('GET', 1n as never), {}],
    ['invalid_argument', 'a BigInt id in a batch', ok, (crm) => crm.batch.objects.read('contacts', [1n as never]), {}],
    ['invalid_argument', 'null as options', ok, (crm) => crm.objects.list('contacts', null as never), {}],
    ['http_error', 'a batch read', answering(403, {}), (crm) => crm.batch.objects.read('contacts', ['1']), {}],
  ])('is %s for %s', async (code, _what, answer, call, members) => {
    const { failure } = clientFor(answer);
    const error = await failure(call);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code, ...members });
    expect(crmErrorCode(error)).toBe(code);
  });

  test('is that of the token', async () => {
    const clock = new VirtualClock();
    const token = () => Promise.reject(Object.assign(new Error('revoked'), { code: 'needs_reauth' }));
    const crm = createCrmClient({ fetch: ok, clock, random: () => 0.5, portalId: 1, token });
    await expect(clock.run(get()(crm))).rejects.toMatchObject({ code: 'needs_reauth' });
  });

  test('keeps the reason of the signal as the cause', async () => {
    const { failure } = clientFor(ok);
    expect(await failure(get({ signal: fired() }))).toMatchObject({
      message: 'the call was aborted: changed my mind',
      cause: new Error('changed my mind'),
    });
  });
});

describe('crmErrorCode', () => {
  test.each([undefined, null, 'timeout', 20, {}, { code: 20 }, { code: 'ECONNRESET' }, new Error('x')])(
    'knows no code of %j',
    (value) => expect(crmErrorCode(value)).toBeUndefined(),
  );

  test('returns no code of a value that cannot be read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(crmErrorCode(proxy)).toBeUndefined();
  });

  test('knows only documented codes', () => {
    const known = documented.map(({ code }) => code).filter((code) => crmErrorCode({ code }) !== undefined);
    expect(known.sort()).toEqual(
      documented
        .map(({ code }) => code)
        .filter((code) => crmErrorCode({ code }) === code)
        .sort(),
    );
    expect(known.length).toBe(21);
  });
});
