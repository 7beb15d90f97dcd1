import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ServedWorker, type ServeOptions, serveWorker } from '../../../test/served-worker.ts';
import { cardBackend } from '../../capability/card-backend.ts';
import type { HandlerContext } from '../../context/handler.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Runs a handler as a card backend, and returns its result. */
async function run(
  handler: (ctx: HandlerContext) => unknown,
  options?: ServeOptions,
): Promise<{ result: unknown; worker: ServedWorker }> {
  const worker = await serveWorker([cardBackend('c', { handler: handler as never })], options);
  const { body } = await worker.card('c', { input: { a: 1 } });
  return { result: body['result'], worker };
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: Error & Record<string, unknown>) => ({ ...error, name: error.name, message: error.message }),
  );

describe('ctx.env', () => {
  test('has the bindings of the author but not of the runtime', async () => {
    const secrets = {
      CRM_CLIENT_ID: 'x',
      CRM_ACCESS_TOKEN: 'x',
      SVC_SEAL_KEY_k1: 'x',
      SVC_PROJECT_ID: 'p',
      SVC_CRM_API_URL: 'http://x',
      LEDGER_TOKEN: 'mine',
    };
    const { result } = await run((ctx) => ({ ...ctx.env }), { env: secrets });
    expect(result).toEqual({ LEDGER_TOKEN: 'mine' });
  });
});

describe('ctx.request', () => {
  test('is the incoming request with an unread body', async () => {
    const { result } = await run(async (ctx) => [
      ctx.request.method,
      ctx.request.url,
      ctx.request.headers.get('content-type'),
      await ctx.request.json(),
    ]);
    expect(result).toEqual([
      'POST',
      'https://worker.example.dev/_svc/cards/c?portalId=7',
      'application/json',
      { input: { a: 1 } },
    ]);
  });
});

describe('the context', () => {
  test('can be destructured and spread', async () => {
    const { result } = await run(({ input, ...rest }) => [input, Object.keys({ ...rest }).sort()]);
    expect(result).toEqual([
      { a: 1 },
      [
        'appEvents',
        'appObjects',
        'crm',
        'enrolledObject',
        'env',
        'http',
        'install',
        'later',
        'logger',
        'request',
        'store',
      ],
    ]);
  });

  test('can be logged as a whole', async () => {
    const { result, worker } = await run(async (ctx) => {
      ctx.logger.info('all', { ctx, batch: ctx.crm.batch });
      return (await ctx.appObjects) === ctx.appObjects;
    });
    expect([result, worker.host.logs[0]?.['message']]).toEqual([true, 'all']);
  });

  test('does not let one invocation change the defaults of the next', async () => {
    const backend = cardBackend('c', {
      input: { tags: { type: 'json', default: ['a'] } },
      handler(ctx) {
        const tags = ctx.input.tags as string[];
        tags.push('b');
        return tags;
      },
    });
    const worker = await serveWorker([backend]);
    await worker.card('c', {});
    expect((await worker.card('c', {})).body['result']).toEqual(['a', 'b']);
  });
});

describe('ctx.logger', () => {
  test('writes structured lines for any field values', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const { worker } = await run((ctx) => {
      ctx.logger.info('plain', { n: 1, nested: { ok: true } });
      ctx.logger.error('failed', { error: new TypeError('no') });
      ctx.logger.debug('big', { n: 10n });
      ctx.logger.warn('cycle', cycle);
      ctx.logger.info(7 as never, 'text' as never);
    });
    expect(worker.host.logs).toMatchObject([
      {
        level: 'info',
        message: 'plain',
        fields: { n: 1, nested: { ok: true } },
        worker: 'main',
        capabilityId: 'c',
        kind: 'cardBackend',
      },
      { level: 'error', message: 'failed', fields: { error: { name: 'TypeError', message: 'no' } } },
      { level: 'debug', message: 'big', fields: { n: '10' } },
      { level: 'warn', message: 'cycle', fields: { self: '[circular]' } },
      { level: 'info', message: '7', fields: { value: 'text' } },
    ]);
  });
});

describe('ctx.install', () => {
  test('returns the stored config, or an empty object', async () => {
    const worker = await serveWorker([cardBackend('c', { handler: (ctx) => ctx.install.config() })]);
    expect((await worker.card('c', {})).body['result']).toEqual({});
    const set = { protocol: 1, class: 'InstallActor', name: 'static', method: 'setConfig', args: { region: 'eu' } };
    expect(await globalThis.__svc_actor(JSON.stringify(set))).toBe('{"v":null}');
    expect((await worker.card('c', {})).body['result']).toEqual({ region: 'eu' });
  });
});

describe('the config of an install that a granted request names', () => {
  test('is a copy each time', async () => {
    const backend = cardBackend('c', {
      async handler(ctx) {
        const first = await ctx.install.config<{ list: string[] }>();
        first.list.push('b');
        return ctx.install.config();
      },
    });
    const worker = await serveWorker([backend]);
    expect((await worker.invoke('c', { install: { config: { list: ['a'] } } })).body['output']).toEqual({
      list: ['a'],
    });
  });
});

describe('ctx.crm', () => {
  const get = (ctx: HandlerContext) => caught(ctx.crm.objects.get('contacts', '1'));

  test.each([
    ['the bound origin', { SVC_CRM_API_URL: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9/crm/v3/objects/contacts/1'],
    ["the profile's origin", {}, 'https://api.crm.example/crm/v3/objects/contacts/1'],
  ])('calls %s, with the access token', async (_, env, url) => {
    const fetch = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => new Response('{"id":"1"}'));
    vi.stubGlobal('fetch', fetch);
    const { worker } = await run(get, { env: { CRM_ACCESS_TOKEN: 'tok', ...env } });
    const [sent, init] = fetch.mock.calls[0] ?? [];
    expect([String(sent), new Headers(init?.headers).get('authorization')]).toEqual([url, 'Bearer tok']);
    expect(init?.signal).toBeInstanceOf(AbortSignal);
    expect(worker.host.observations).toMatchObject([
      { type: 'crmCall', path: '/crm/v3/objects/contacts/1', status: 200 },
      { type: 'invocation', crmCalls: 1 },
    ]);
  });

  test('names the missing secret and makes no call', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    const { result } = await run(get);
    expect(result).toMatchObject({ message: expect.stringContaining('CRM_ACCESS_TOKEN') });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('ctx.store', () => {
  test('keeps values between invocations', async () => {
    const backend = cardBackend('c', {
      async handler(ctx) {
        const before = await ctx.store.get('n');
        await ctx.store.put('n', { count: 1, none: null });
        return [
          before ?? 'nothing',
          await ctx.store.get('n'),
          await ctx.store.delete('n'),
          await ctx.store.delete('n'),
          (await ctx.store.get('n')) === undefined,
        ];
      },
    });
    const worker = await serveWorker([backend]);
    expect((await worker.card('c', {})).body['result']).toEqual([
      'nothing',
      { count: 1, none: null },
      true,
      false,
      true,
    ]);
  });

  test('distinguishes a stored null from a missing key', async () => {
    const { result } = await run(async (ctx) => {
      await ctx.store.put('null', null);
      return [await ctx.store.get('null'), (await ctx.store.get('other')) === undefined];
    });
    expect(result).toEqual([null, true]);
  });

  test('lists by prefix in the order of UTF-8 bytes, at most limit entries', async () => {
    const keys = ['a/2', 'a/10', 'a/\u{1F600}', 'a/\uFFFD', 'a/é', 'a/Z', 'b/1', 'a'];
    const { result } = await run(async (ctx) => {
      for (const key of keys) {
        await ctx.store.put(key, key.length);
      }
      return [
        await ctx.store.list('a/'),
        await ctx.store.list('a/', { limit: 2 }),
        (await ctx.store.list()).length,
        await ctx.store.list('a/', { limit: 0 }),
      ];
    });
    const sorted = ['a/10', 'a/2', 'a/Z', 'a/é', 'a/\uFFFD', 'a/\u{1F600}'];
    const inOrder = sorted.map((key) => ({ key, value: key.length }));
    expect(result).toEqual([inOrder, inOrder.slice(0, 2), keys.length, []]);
  });

  test('updates a value again when another write came first', async () => {
    const seen: unknown[] = [];
    const { result } = await run(async (ctx) => {
      const added = await ctx.store.update<number[]>('list', async (list = []) => {
        seen.push([...list]);
        if (seen.length < 3) {
          await ctx.store.put('list', [seen.length]);
        }
        list.push(9);
        return list;
      });
      return [added, await ctx.store.get('list')];
    });
    expect([seen, result]).toEqual([
      [[], [1], [2]],
      [
        [2, 9],
        [2, 9],
      ],
    ]);
  });

  test('gives up an update that loses a hundred times', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let runs = 0;
    const { result } = await run((ctx) =>
      caught(
        ctx.store.update('k', async () => {
          runs += 1;
          await ctx.store.put('k', 'theirs');
          return 'mine';
        }),
      ),
    );
    vi.restoreAllMocks();
    expect(result).toMatchObject({ code: 'store_conflict', message: expect.stringContaining('"k"') });
    expect(runs).toBe(100);
  });

  test.each<[string, (ctx: HandlerContext) => Promise<unknown>, RegExp]>([
    ['an empty key', (ctx) => ctx.store.put('', 1), /not empty/],
    ['a key that is not a string', (ctx) => ctx.store.get(5 as never), /a string/],
    ['a key of more than 2046 bytes', (ctx) => ctx.store.put('k'.repeat(2047), 1), /2046 bytes/],
    ['a lone surrogate in a key', (ctx) => ctx.store.put('\ud800', 1), /lone surrogate/],
    ['a value that JSON cannot hold', (ctx) => ctx.store.put('f', undefined), /as JSON/],
    ['a value of more than 1 MB', (ctx) => ctx.store.put('big', 'é'.repeat(600_000)), /1048576 bytes/],
    ['an invalid limit', (ctx) => ctx.store.list('', { limit: -1 }), /limit/],
  ])('refuses %s', async (_, call, message) => {
    const { result, worker } = await run((ctx) => caught(call(ctx)));
    expect(result).toMatchObject({ message: expect.stringMatching(message) });
    const actors = [...worker.host.texts.keys()].map((key) => key.split('\u0000')[0]);
    expect(actors).not.toContain('InstallActor'); // the store's actor; others may store records
  });

  test('accepts keys of up to 2046 bytes', async () => {
    const key = 'é'.repeat(1023);
    const { result } = await run(async (ctx) => {
      await ctx.store.put(key, 1);
      return ctx.store.list();
    });
    expect(result).toEqual([{ key, value: 1 }]);
  });

  test('is separate for each install', async () => {
    const backend = cardBackend('c', {
      async handler(ctx) {
        const seen = await ctx.store.get('k');
        await ctx.store.put('k', ctx.install.id);
        return seen ?? 'nothing';
      },
    });
    const worker = await serveWorker([backend], { auth: 'oauth', installs: [1, 2] });
    await worker.card('c', {}, '?portalId=1');
    expect((await worker.card('c', {}, '?portalId=2')).body['result']).toBe('nothing');
    expect((await worker.card('c', {}, '?portalId=1')).body['result']).toBe('1');
  });

  test('does not collide with keys of the actor', async () => {
    const { result } = await run(async (ctx) => {
      await ctx.store.put('config', { hacked: true });
      return ctx.install.config();
    });
    expect(result).toEqual({});
  });
});

describe('ctx.http', () => {
  function answerWith(status: number, text: string): ReturnType<typeof vi.fn> {
    const fetch = vi.fn(
      async (_input: RequestInfo | URL, _init?: RequestInit) => new Response(status === 204 ? null : text, { status }),
    );
    vi.stubGlobal('fetch', fetch);
    return fetch;
  }

  test('sends and parses JSON', async () => {
    const fetch = answerWith(200, '{"id":1}');
    const { result } = await run((ctx) =>
      ctx.http.post(
        'https://api.example.com/x?a=1',
        { n: 1 },
        { query: { b: 'ü', c: undefined }, headers: { 'x-key': 'k' } },
      ),
    );
    expect(result).toEqual({ id: 1 });
    const [url, init] = fetch.mock.calls[0] as unknown as [URL, RequestInit];
    expect([String(url), init.method, init.body]).toEqual([
      'https://api.example.com/x?a=1&b=%C3%BC',
      'POST',
      '{"n":1}',
    ]);
    expect(Object.fromEntries(init.headers as Headers)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-key': 'k',
    });
  });

  test("keeps the caller's content type and signal", async () => {
    const fetch = answerWith(200, '1');
    const own = new AbortController().signal;
    const headers = { 'content-type': 'application/vnd.api+json', accept: 'text/csv' };
    await run((ctx) => ctx.http.put('https://api.example.com/', {}, { headers, signal: own }));
    const [, init] = fetch.mock.calls[0] as unknown as [URL, RequestInit];
    expect(Object.fromEntries(init.headers as Headers)).toEqual(headers);
    expect(init.signal).toBe(own);
  });

  test.each<[string, (ctx: HandlerContext) => Promise<unknown>]>([
    ['a short form', (ctx) => ctx.http.get('https://api.example.com/')],
    ['fetch', async (ctx) => (await ctx.http.fetch('https://api.example.com/')).status],
  ])("ends at the invocation's deadline: %s has its signal", async (_, call) => {
    const fetch = answerWith(200, '1');
    await run(call);
    const [, init] = fetch.mock.calls[0] as unknown as [URL, RequestInit];
    expect(init.signal).toBeInstanceOf(AbortSignal);
  });

  test('rejects with HttpError for a status other than 2xx', async () => {
    answerWith(404, '{"reason":"gone"}');
    const { result } = await run((ctx) => caught(ctx.http.get('https://api.example.com/x?key=secret')));
    expect(result).toMatchObject({
      name: 'HttpError',
      status: 404,
      body: { reason: 'gone' },
      message: 'GET https://api.example.com/x answered 404',
    });
  });

  test('returns a non-JSON body as text, and an empty one as undefined', async () => {
    answerWith(200, '<p>');
    expect((await run((ctx) => ctx.http.get('https://api.example.com/'))).result).toBe('<p>');
    answerWith(204, '');
    expect((await run(async (ctx) => (await ctx.http.delete('https://api.example.com/')) === undefined)).result).toBe(
      true,
    );
  });

  test('fetch returns the plain response', async () => {
    answerWith(500, 'oops');
    expect((await run(async (ctx) => (await ctx.http.fetch('https://api.example.com/')).status)).result).toBe(500);
  });
});
