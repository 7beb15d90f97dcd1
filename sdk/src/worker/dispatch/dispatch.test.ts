import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { grant, serveWorker, signV3 } from '../../../test/served-worker.ts';
import { cardBackend } from '../../capability/card-backend.ts';
import { sync } from '../../capability/sync.ts';
import { tool } from '../../capability/tool.ts';
import { trigger } from '../../capability/trigger.ts';
import type { HandlerContext } from '../../context/handler.ts';
import { CrmBackpressure, isBackpressure } from '../../crm/gate/backpressure.ts';
import { retryLater } from '../../declare/result.ts';

afterEach(() => {
  vi.useRealTimers();
});

const run = (handler: (ctx: HandlerContext) => unknown, env?: Record<string, string>) =>
  serveWorker([cardBackend('c', { handler: handler as never })], env === undefined ? {} : { env });

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('an uncaught error', () => {
  test('responds 500 handler_error without internals and is reported to the host', async () => {
    const worker = await run(() => {
      throw new RangeError('token pat-123 refused');
    });
    const { status, body } = await worker.card('c', {});
    expect([status, body['error']]).toEqual([500, 'handler_error']);
    expect(JSON.stringify(body)).not.toContain('pat-123');
    const [error, invocation] = worker.host.observations;
    expect(error).toMatchObject({
      type: 'error',
      worker: 'main',
      capabilityId: 'c',
      kind: 'cardBackend',
      name: 'RangeError',
      message: 'token pat-123 refused',
    });
    expect(error?.['stack']).toContain('dispatch.test.ts');
    expect(invocation).toMatchObject({
      type: 'invocation',
      outcome: 'error',
      httpStatus: 500,
      invocation: error?.['invocation'],
    });
    expect(invocation?.['errorFingerprint']).toMatch(/^[0-9a-f]{8}$/);
  });

  test('includes endless recursion, if the engine throws as the edge does', async () => {
    const deep = (): unknown => [deep()];
    const worker = await run(async () => {
      await null;
      return deep();
    });
    const { status, body } = await worker.card('c', {});
    expect([status, body['error'], body['capabilityId']]).toEqual([500, 'handler_error', 'c']);
    expect(worker.host.observations.at(-1)).toMatchObject({ type: 'invocation', outcome: 'error' });
  });

  test.each([
    ['a text', 'boom', 'boom'],
    ['undefined', undefined, 'undefined'],
    ['an object', { code: 7 }, '{"code":7}'],
    ['a bigint', 7n, '7'],
    ['a revoked proxy', revoked(), 'a value that cannot be described'],
    [
      'an error whose message throws',
      Object.defineProperty(new Error(), 'message', {
        get: () => {
          throw new Error('inner');
        },
      }),
      'a value that cannot be described',
    ],
    [
      'a cycle',
      (() => {
        const a: Record<string, unknown> = {};
        a['self'] = a;
        return a;
      })(),
      '{"self":"[redacted]"}',
    ],
  ])('may be %s', async (_, thrown, message) => {
    const worker = await run(() => {
      throw thrown;
    });
    expect((await worker.card('c', {})).status).toBe(500);
    expect(worker.host.observations[0]).toMatchObject({ type: 'error', message });
  });

  test.each([
    ['an error', new TypeError('mail ada@example.com, Authorization: Bearer abc.def123')],
    ['a text', 'mail ada@example.com, Authorization: Bearer abc.def123'],
    ['an object', { accessToken: 'abc.def123', to: 'ada@example.com' }],
  ])('is recorded without secrets: %s', async (_, thrown) => {
    const worker = await run(() => {
      throw thrown;
    });
    await worker.card('c', {});
    expect(worker.host.observations[0]).toMatchObject({
      type: 'error',
      message: expect.stringContaining('[redacted]'),
    });
    expect(JSON.stringify(worker.host.observations)).not.toMatch(/abc\.def123|ada@/);
  });

  test('has a fingerprint that ignores numbers in the message', async () => {
    let n = 0;
    const worker = await run(() => {
      throw new Error(`row ${++n} failed`);
    });
    await worker.card('c', {});
    await worker.card('c', {});
    const [first, second] = worker.host.observations.filter(({ type }) => type === 'invocation');
    expect(first?.['errorFingerprint']).toBe(second?.['errorFingerprint']);
  });

  test.each([
    [
      'a cycle',
      () => {
        const a: Record<string, unknown> = {};
        a['self'] = a;
        return a;
      },
    ],
    ['a bigint', () => 1n],
  ])('follows a result that JSON cannot represent (%s)', async (_, handler) => {
    const worker = await run(handler);
    const { status, body } = await worker.card('c', {});
    expect([status, body['error']]).toEqual([500, 'handler_error']);
    expect(worker.host.observations.filter(({ type }) => type === 'invocation')).toHaveLength(1);
  });
});

describe('a rejection with the backpressure signal', () => {
  const spent = () => Promise.reject(new CrmBackpressure(7));
  const message = 'CRM rate limit budget exhausted; retry after 7s.';

  test.each([
    ['card', 200, { ok: false, status: 'retry-later', message, retryAfterSeconds: 7 }],
    ['action', 200, { outputFields: { retryAfterSeconds: '7', crm_execution_state: 'FAIL_CONTINUE' } }],
    ['invoke', 429, { ok: false, error: 'retry_later', message, retryAfterSeconds: 7 }],
  ] as const)('that leaves the handler is the result of the surface: %s', async (surface, status, expected) => {
    const worker = await serveWorker([
      cardBackend('c', { handler: spent }),
      tool('t', { label: 'T', objectType: 'contact', handler: spent }),
    ]);
    const { body, ...answered } = surface === 'card' ? await worker.card('c', {}) : await worker[surface]('t', {});
    expect([answered.status, body]).toEqual([status, expect.objectContaining(expected)]);
    expect(worker.host.observations).toMatchObject([{ type: 'invocation', outcome: 'ok', backpressure: true }]);
  });

  test('is ignored if the handler catches it', async () => {
    const worker = await run(() => spent().catch((error: unknown) => isBackpressure(error)));
    expect((await worker.card('c', {})).body['result']).toBe(true);
    expect(worker.host.observations).toMatchObject([{ outcome: 'ok', backpressure: false }]);
  });
});

describe('the time limit', () => {
  test.each([
    ['tool', 20_000],
    ['cardBackend', 15_000],
    ['trigger', 5_000],
    ['sync', 600_000],
  ] as const)('of a %s is %d ms: the AbortSignal comes first, then 504 handler_timeout', async (kind, timeoutMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    let start = 0;
    let abortedAt: number | undefined;
    const handler = (ctx: HandlerContext) => {
      start = Date.now();
      ctx.request.signal.addEventListener('abort', () => (abortedAt = Date.now() - start));
      return new Promise<never>(() => {});
    };
    const worker = await serveWorker([
      {
        tool: () => tool('x', { label: 'X', objectType: 'contact', handler: handler as never }),
        cardBackend: () => cardBackend('x', { handler: handler as never }),
        trigger: () => trigger('x', { eventType: 'contact.creation', handler: handler as never }),
        sync: () => sync('x', { schedule: 'manual', handler: handler as never }),
      }[kind](),
    ]);
    const body = '{}';
    const headers = async (path: string) => ({
      'content-type': 'application/json',
      ...(kind === 'sync' ? await grant('POST', path, body) : await signV3(path, body)),
    });
    const send = async (path: string) => worker.send(path, { method: 'POST', body, headers: await headers(path) });
    const pending = {
      tool: () => worker.action('x', {}),
      cardBackend: () => worker.card('x', {}),
      trigger: () => send('/webhooks/crm/x'),
      sync: () => send('/sync/x/run'),
    }[kind]();
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(start + timeoutMs - 1 - Date.now());
    expect(abortedAt).toBe(timeoutMs - 1_000);
    await vi.advanceTimersByTimeAsync(1);
    const answered = await pending;
    expect([answered.status, answered.body['error']]).toEqual([504, 'handler_timeout']);
    expect(worker.host.observations).toMatchObject([
      { type: 'invocation', outcome: 'timeout', httpStatus: 504, durationMs: timeoutMs },
    ]);
  });

  test('blocks further calls of a handler after its deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const settled: string[] = [];
    const tell = (call: Promise<unknown>) =>
      call.then(
        () => settled.push('done'),
        (error: Error) => settled.push(error.name),
      );
    const worker = await run(
      async ({ store, crm, http, install }) => {
        await new Promise((resolve) => setTimeout(resolve, 14_500));
        await tell(store.put('in-time', 1));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const own = { signal: new AbortController().signal };
        const late = [
          store.put('late', 1),
          crm.objects.get('contact', '1'),
          http.fetch('https://x.example', own),
          install.config(),
        ];
        await Promise.all(late.map(tell));
      },
      { CRM_ACCESS_TOKEN: 'pat' },
    );
    const pending = worker.card('c', {});
    await eventually(() => expect(vi.getTimerCount()).toBe(2));
    await vi.advanceTimersByTimeAsync(16_000);
    expect((await pending).status).toBe(504);
    expect(settled[0]).toBe('done');
    expect(settled.slice(1).sort()).toEqual(['TimeoutError', 'TimeoutError', 'TimeoutError', 'TimeoutError']);
    const keys = [...worker.host.texts.keys()].map((key) => key.split('\u0000').at(-1));
    expect([keys.includes('s/in-time'), keys.includes('s/late')]).toEqual([true, false]);
  });

  test('clears its timer when the handler ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = await run(() => 1);
    await worker.card('c', {});
    const failing = await run(() => Promise.reject(new Error('no')));
    await failing.card('c', {});
    await vi.advanceTimersByTimeAsync(2_000); // records are flushed after 1 s; a deadline would be later
    expect(vi.getTimerCount()).toBe(0);
  });

  test('lets a handler respond when the signal fires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const worker = await run(
      (ctx) =>
        new Promise((resolve) => ctx.request.signal.addEventListener('abort', () => resolve(retryLater('slow', 5)))),
    );
    const pending = worker.card('c', {});
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(14_000);
    expect((await pending).body).toMatchObject({ status: 'retry-later', retryAfterSeconds: 5 });
  });
});

describe('the record of an invocation', () => {
  test('has capability, install and outcome', async () => {
    const worker = await run(() => 1, { SVC_PROJECT_ID: 'p', SVC_ENVIRONMENT: 'prod', SVC_DEPLOY_ID: 'd9' });
    await worker.card('c', {}, '?portalId=7');
    const [record] = worker.host.observations;
    expect(worker.host.observations).toHaveLength(1);
    expect(record).toMatchObject({
      type: 'invocation',
      projectId: 'p',
      environment: 'prod',
      deployId: 'd9',
      worker: 'main',
      capabilityId: 'c',
      kind: 'cardBackend',
      surface: 'card',
      portalId: 7,
      installId: 'static',
      outcome: 'ok',
      httpStatus: 200,
      backpressure: false,
      crmCalls: 0,
      crmWaitMs: 0,
    });
    expect(record?.['at']).toBeGreaterThan(1.7e12);
  });

  test('is written for rejected input', async () => {
    const worker = await serveWorker([
      cardBackend('c', { input: { a: { type: 'string', required: true } }, handler: () => 1 }),
    ]);
    await worker.card('c', {});
    expect(worker.host.observations).toMatchObject([{ type: 'invocation', outcome: 'rejected', httpStatus: 400 }]);
  });

  test('shares its id only with the log lines of its handler', async () => {
    const worker = await run((ctx) => ctx.logger.info('here'));
    await Promise.all([worker.card('c', {}), worker.card('c', {})]);
    const ids = worker.host.observations.map(({ invocation }) => invocation);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(worker.host.logs.map(({ invocation }) => invocation))).toEqual(new Set(ids));
  });
});

test.each([
  ['Error', new Error('returned, not thrown')],
  ['Response', new Response('x')],
  ['Map', new Map([['m', 'x']])],
  ['ReadableStream', new ReadableStream()],
])('a value of %s is not a valid tool output', async (name, value) => {
  const worker = await serveWorker([tool('t', { label: 'T', objectType: 'contact', handler: () => value as never })]);
  expect((await worker.action('t', {})).status).toBe(500);
  expect(worker.host.observations[0]).toMatchObject({ name: 'OutputError', message: expect.stringContaining(name) });
});

test('a run whose actor is unusable is recorded as an error', async () => {
  const worker = await serveWorker([sync('s', { schedule: 'manual', handler: () => {} })]);
  worker.host.texts.set(['InstallActor', 'static', 'schema'].join('\u0000'), '99'); // written by a newer release
  const headers = { 'content-type': 'application/json', ...(await grant('POST', '/sync/s/run', '{}')) };
  const { status, body } = await worker.send('/sync/s/run', { method: 'POST', body: '{}', headers });
  expect([status, body['error']]).toEqual([500, 'internal_error']);
  const records = worker.host.observations.filter(({ type }) => type === 'invocation');
  expect(records).toMatchObject([{ capabilityId: 's', surface: 'sync', outcome: 'error', httpStatus: 500 }]);
});
