import { describe, expect, test } from 'vitest';
import { grant, ORIGIN, serveWorker, signV3 } from '../../test/served-worker.ts';
import { cardBackend } from '../capability/card-backend.ts';
import { tool } from '../capability/tool.ts';
import type { BaseRequestContext } from '../protocol/request-context.ts';
import { route } from './router.ts';

const card = cardBackend('c', { handler: (ctx) => ctx.input });
const action = tool('t', { label: 'T', objectType: 'contact', handler: () => ({}) });
const CARD = '/_svc/cards/c';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('health', () => {
  test('is public and reveals nothing about the app', async () => {
    const worker = await serveWorker([card], { env: { CRM_CLIENT_SECRET: '', SVC_CONTROL_KEY_k1: '' } });
    const { status, body } = await worker.send('/_svc/health');
    expect([status, body]).toEqual([200, { ok: true }]);
  });
});

describe('an unknown path', () => {
  const paths = [
    '/',
    '/_svc',
    '/_svc/health/',
    '/_svc/cards/',
    '/_svc/cards/a/b',
    '/workflow-actions/t',
    '/_svc/cards/%ff',
    '/%2e%2e/_svc/healthy',
  ];
  test.each(paths)('%s is 404 not_found', async (path) => {
    const worker = await serveWorker([card]);
    const { status, body } = await worker.send(path, { method: 'POST', body: '{}' });
    expect([status, body['ok'], body['error']]).toEqual([404, false, 'not_found']);
    expect(body['message']).toEqual(expect.any(String));
  });
});

describe('an unsupported method', () => {
  test.each([
    ['POST', '/_svc/health', 'GET'],
    ['GET', CARD, 'POST'],
    ['PUT', CARD, 'POST'],
    ['OPTIONS', '/capabilities/t/invoke', 'POST'],
  ])('%s %s is 405', async (method, path, allow) => {
    const worker = await serveWorker([card]);
    const { status, headers, body } = await worker.send(path, { method });
    expect([status, headers.get('allow'), body['error']]).toEqual([405, allow, 'method_not_allowed']);
  });
});

describe('a route without its secret', () => {
  test.each([CARD, '/workflow-actions/t/invoke'])('%s answers 503 and runs nothing', async (path) => {
    const worker = await serveWorker([card, action], { env: { CRM_CLIENT_SECRET: '' } });
    const { status, body } = await worker.send(path, {
      method: 'POST',
      body: '{}',
      headers: { ...JSON_TYPE, ...(await signV3(path, '{}')) },
    });
    expect([status, body['error']]).toEqual([503, 'not_configured']);
    expect(worker.host.observations).toEqual([]);
  });
});

describe('an unsigned request', () => {
  test('does not reveal whether the capability exists or the body is valid', async () => {
    const worker = await serveWorker([card]);
    for (const path of [CARD, '/_svc/cards/other', '/workflow-actions/t/invoke']) {
      expect((await worker.send(path, { method: 'POST', body: '{' })).body['error']).toBe('signature_missing');
    }
    expect((await worker.send('/capabilities/other/invoke', { method: 'POST', body: '{' })).body['error']).toBe(
      'grant_missing',
    );
  });

  test('cannot call a card with the v2 signature of an action', async () => {
    const worker = await serveWorker([card]);
    const { body } = await worker.send(CARD, {
      method: 'POST',
      body: '{}',
      headers: { ...JSON_TYPE, 'x-crm-signature': '0'.repeat(64) },
    });
    expect(body['error']).toBe('signature_missing');
  });
});

describe('a body', () => {
  async function post(text: BodyInit, signed: string, headers: Record<string, string> = JSON_TYPE) {
    const worker = await serveWorker([card]);
    const { status, body } = await worker.send(CARD, {
      method: 'POST',
      body: text,
      headers: { ...headers, ...(await signV3(CARD, signed)) },
    });
    return [status, body['error']];
  }

  test.each([
    ['{', 'cut short'],
    ['', 'empty'],
    ['[]', 'an array'],
    ['"a"', 'a text'],
    ['null', 'null'],
    ['{}{}', 'two objects'],
  ])('%s (%s) is invalid_json', async (text) => {
    expect(await post(text, text)).toEqual([400, 'invalid_json']);
  });

  test('that is not UTF-8 is invalid_json', async () => {
    const worker = await serveWorker([card]);
    const path = '/capabilities/c/invoke';
    const bytes = new Uint8Array([...new TextEncoder().encode('{"input":"'), 0xff, 0x22, 0x7d]);
    const headers = { ...JSON_TYPE, ...(await grant('POST', path, bytes)) };
    expect((await worker.send(path, { method: 'POST', body: bytes, headers })).body['error']).toBe('invalid_json');
  });

  test.each([['text/plain'], [''], ['application/jsonp'], ['multipart/form-data']])(
    'of type "%s" is unsupported_media_type',
    async (type) => {
      expect(await post('{}', '{}', { 'content-type': type })).toEqual([415, 'unsupported_media_type']);
    },
  );

  test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])(
    'of type "%s" is read',
    async (type) => {
      expect(await post('{}', '{}', { 'content-type': type })).toEqual([200, undefined]);
    },
  );

  test('over 1 MiB is payload_too_large', async () => {
    const fitting = JSON.stringify({ input: 'x'.repeat(1_048_576 - 12) });
    expect(fitting.length).toBe(1_048_576);
    expect(await post(fitting, fitting)).toEqual([400, 'invalid_input']);
    expect(await post(`${fitting} `, `${fitting} `)).toEqual([413, 'payload_too_large']);
  });

  test('is not read if it declares more than 1 MiB', async () => {
    const worker = await serveWorker([card]);
    let pulls = 0;
    const stream = new ReadableStream({ pull: () => void (pulls += 1) }, { highWaterMark: 0 });
    const headers = { ...JSON_TYPE, 'content-length': '2000000' };
    const { status } = await worker.send(CARD, {
      method: 'POST',
      body: stream,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect([status, pulls]).toEqual([413, 0]);
  });

  test('without end is cut off at the limit', async () => {
    const worker = await serveWorker([card]);
    let sent = 0;
    const stream = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { status } = await worker.send(CARD, {
      method: 'POST',
      body: stream,
      headers: JSON_TYPE,
      duplex: 'half',
    } as RequestInit);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(1_400_000);
  });

  test.each([
    '{"input":{"__proto__":{"admin":true},"constructor":1,"name":"ü"}}',
    '{"input":{"\\u005f\\u005Fproto\\u005f_":{"admin":true},"constructor":1,"name":"\\u00fc"}}',
    '{"__proto__":{"input":{"admin":true}},"input":{"constructor":1,"name":"ü"}}',
  ])('cannot set a prototype: %s', async (text) => {
    const build = cardBackend('build', {
      handler(ctx) {
        const built = Object.assign({}, ctx.input as object);
        return [Object.getPrototypeOf(built) === Object.prototype, built];
      },
    });
    const worker = await serveWorker([build]);
    const path = '/_svc/cards/build';
    const headers = { ...JSON_TYPE, ...(await signV3(path, text)) };
    const { body } = await worker.send(path, { method: 'POST', body: text, headers });
    expect(body['result']).toEqual([true, { constructor: 1, name: 'ü' }]);
  });
});

test('an internal error is 500 internal_error, reported only to the host', async () => {
  const worker = await serveWorker([card]);
  Object.assign(globalThis, { __svc_host_actor: () => Promise.reject(new Error('disk full at /secret/path')) });
  const path = '/_svc/manifest';
  const { status, body } = await worker.send(path, { headers: await grant('GET', path, '') });
  expect([status, body['error']]).toEqual([500, 'internal_error']);
  expect(JSON.stringify(body)).not.toContain('disk full');
  expect(worker.host.observations).toMatchObject([
    { type: 'error', message: 'disk full at /secret/path', capabilityId: null },
  ]);
});

describe('after its caller has disconnected', () => {
  /** Returns the response of a route, and what it passed to `waitUntil`. */
  async function routed(handle: () => Response | Promise<Response>) {
    const kept: Promise<unknown>[] = [];
    const context = { host: { observe() {} }, waitUntil: (promise: Promise<unknown>) => void kept.push(promise) };
    const table = [{ method: 'GET', path: /^\/$/, authentication: 'none', handle }] as const;
    const response = await route(table, context as unknown as BaseRequestContext, new Request(`${ORIGIN}/`), 'main');
    return { response, kept: await Promise.all(kept) };
  }

  test('a request completes', async () => {
    const { response, kept } = await routed(async () => new Response('done'));
    expect(kept).toEqual([response]);
  });

  test('a request that fails is not an error of the platform', async () => {
    const { response, kept } = await routed(() => Promise.reject(new Error('failed')));
    expect(response.status).toBe(500);
    expect(kept).toEqual([response]);
  });

  test('nothing is left of a request that waited for nothing', async () => {
    const { kept } = await routed(() => new Response('done'));
    expect(kept).toEqual([]);
  });
});
