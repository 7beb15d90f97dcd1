import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { ORIGIN, type ServedWorker, serveWorker, signV3 } from '../../../test/served-worker.ts';
import { cardBackend } from '../../capability/card-backend.ts';
import { CrmBackpressure } from '../../crm/gate/backpressure.ts';
import { ok } from '../../declare/result.ts';

afterEach(() => {
  vi.useRealTimers();
});

const CARD = '/_svc/cards/c';

async function serve(handler: () => unknown): Promise<{ worker: ServedWorker; ask: () => Promise<Response> }> {
  const worker = await serveWorker([cardBackend('c', { handler })]);
  const headers = { 'content-type': 'application/json', ...(await signV3(CARD, '{}')) };
  return {
    worker,
    ask: () => globalThis.__svc_fetch(new Request(ORIGIN + CARD, { method: 'POST', body: '{}', headers })),
  };
}

/** A stream that pulls one chunk from each step. */
function streamOf(...steps: (() => unknown)[]): ReadableStream {
  let at = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const step = steps[at++];
        if (step === undefined) {
          controller.close();
        } else {
          controller.enqueue(await step());
        }
      },
    },
    { highWaterMark: 0 },
  );
}

const failing = (error: unknown) => () => Promise.reject(error);
const records = (worker: ServedWorker) => worker.host.observations.filter(({ type }) => type === 'invocation');

describe('a stream of a card backend', () => {
  test('has status 200 and strings as UTF-8', async () => {
    const { ask } = await serve(() =>
      streamOf(
        () => 'Zo',
        () => 'ë',
        () => new Uint8Array([33]),
        () => new Uint8Array([63]).buffer,
      ),
    );
    const response = await ask();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await response.text()).toBe('Zoë!?');
  });

  test('of bytes has the type application/octet-stream', async () => {
    const { ask } = await serve(() => ok(streamOf(() => new Uint8Array([1, 2]))));
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
  });

  test('names its invocation', async () => {
    const { ask, worker } = await serve(() => streamOf(() => 'a'));
    const response = await ask();
    await response.text();
    const [record] = records(worker);
    expect(response.headers.get('x-svc-invocation')).toBe(record?.['invocation']);
  });

  test('may be empty, and so may its chunks', async () => {
    const { ask } = await serve(() => streamOf());
    expect(await (await ask()).text()).toBe('');
    const gaps = await serve(() =>
      streamOf(
        () => '',
        () => 'a',
        () => '',
        () => new Uint8Array(0),
        () => 'b',
      ),
    );
    expect(await (await gaps.ask()).text()).toBe('ab');
  });

  test('is recorded when it ends, not when it begins', async () => {
    const { worker, ask } = await serve(() =>
      streamOf(
        () => 'a',
        () => 'b',
      ),
    );
    const response = await ask();
    expect(records(worker)).toEqual([]);
    await response.text();
    expect(records(worker)).toMatchObject([{ outcome: 'ok', httpStatus: 200, backpressure: false }]);
  });

  test('is pulled only as fast as it is read', async () => {
    let asked = 0;
    const { ask } = await serve(() => streamOf(...Array.from({ length: 9 }, () => () => `${++asked}`)));
    const reader = (await ask()).body!.getReader();
    await reader.read();
    expect(asked).toBe(1);
    await reader.read();
    expect(asked).toBe(2);
  });
});

describe('a stream, before its first chunk,', () => {
  test('responds with retry-later after backpressure', async () => {
    const { worker, ask } = await serve(() => streamOf(failing(new CrmBackpressure(7))));
    const response = await ask();
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { ok: false, status: 'retry-later', retryAfterSeconds: 7 },
    ]);
    expect(records(worker)).toMatchObject([{ outcome: 'ok', backpressure: true }]);
  });

  test.each([
    ['fails', () => streamOf(failing(new Error('upstream key x')))],
    ['contains neither strings nor bytes', () => streamOf(() => ({ a: 1 }))],
    [
      'is locked to another reader',
      () => {
        const stream = streamOf();
        stream.getReader();
        return stream;
      },
    ],
  ])('that %s is an uncaught error', async (_, handler) => {
    const { worker, ask } = await serve(handler);
    const response = await ask();
    const body = await response.text();
    expect([response.status, JSON.parse(body)]).toMatchObject([500, { error: 'handler_error' }]);
    expect(body).not.toContain('upstream key');
    expect(worker.host.observations).toMatchObject([{ type: 'error' }, { type: 'invocation', outcome: 'error' }]);
  });
});

describe('a stream, after its first chunk,', () => {
  test('is aborted and reported if it fails', async () => {
    const { worker, ask } = await serve(() => streamOf(() => 'a', failing(new Error('upstream key x'))));
    const response = await ask();
    await expect(response.text()).rejects.toThrow('aborted its stream');
    expect(worker.host.observations).toMatchObject([
      { type: 'error', message: 'upstream key x' },
      { type: 'invocation', outcome: 'error', httpStatus: 200 },
    ]);
  });

  test('is aborted without an error report after backpressure', async () => {
    const { worker, ask } = await serve(() => streamOf(() => 'a', failing(new CrmBackpressure(7))));
    await expect((await ask()).text()).rejects.toThrow();
    expect(worker.host.observations).toMatchObject([{ type: 'invocation', outcome: 'ok', backpressure: true }]);
  });

  test('is cancelled if the card disconnects', async () => {
    let reason: unknown;
    const { worker, ask } = await serve(
      () =>
        new ReadableStream(
          { pull: (c) => c.enqueue('tick'), cancel: (why) => void (reason = why) },
          { highWaterMark: 0 },
        ),
    );
    const response = await ask();
    await response.body!.cancel('gone');
    expect(reason).toBe('gone');
    expect(records(worker)).toMatchObject([{ outcome: 'ok' }]);
  });

  test('is aborted at the deadline of the card', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    let cancelled = false;
    const { worker, ask } = await serve(
      () =>
        new ReadableStream({
          start: (controller) => controller.enqueue('a'),
          pull: () => new Promise(() => {}),
          cancel: () => void (cancelled = true),
        }),
    );
    const text = (await ask()).text();
    const refused = expect(text).rejects.toThrow('aborted its stream');
    await vi.advanceTimersByTimeAsync(15_000);
    await refused;
    expect(cancelled).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000); // records are flushed after 1 s
    expect(vi.getTimerCount()).toBe(0);
    expect(records(worker)).toMatchObject([{ outcome: 'timeout' }]);
  });
});

test('cancels a stream without a first chunk at the deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let cancelled = false;
  const { ask } = await serve(
    () => new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void (cancelled = true) }),
  );
  const pending = ask();
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(15_000);
  expect([(await pending).status, cancelled]).toEqual([504, true]);
});
