import { describe, expect, test, vi } from 'vitest';
import vectors from '../../../../contract/grants/grants.json' with { type: 'json' };
import { grant, type ServedWorker, serveWorker } from '../../../test/served-worker.ts';
import { tool } from '../../capability/tool.ts';
import { grantText } from './grant.ts';

const hello = tool('hello', { label: 'Hello', objectType: 'contact', handler: () => ({ said: 'hello' }) });
const PATH = '/_svc/manifest';

async function code(worker: ServedWorker, headers: Record<string, string>): Promise<unknown> {
  const { status, body } = await worker.send(PATH, { headers });
  return [status, body['error']];
}

test.each(vectors.grants)(
  'signs the text of the contract vector: $name',
  async ({ version, method, url, environment, body, timestamp, nonce, text }) => {
    const raw = { method, url, headers: new Headers(), body: new TextEncoder().encode(body) };
    await expect(grantText(raw, environment, { version, timestamp: String(timestamp), nonce })).resolves.toBe(text);
  },
);

describe('the contract vectors', () => {
  async function answer(v: { method: string; url: string; environment: string; body: string; header: string }) {
    vi.setSystemTime(1767225600000);
    const env = { [`SVC_CONTROL_KEY_${vectors.kid}`]: vectors.key, SVC_ENVIRONMENT: v.environment };
    await serveWorker([hello], { env });
    const headers = { 'x-svc-grant': v.header, 'content-type': 'application/json' };
    const init = { method: v.method, headers, ...(v.body !== '' && { body: v.body }) };
    const response = await globalThis.__svc_fetch(new Request(v.url, init));
    vi.useRealTimers();
    return ((await response.json()) as { error?: string }).error;
  }

  test.each(vectors.grants)('accept: $name', async (v) => {
    expect((await answer(v)) ?? '').not.toMatch(/^grant_/);
  });

  test.each(vectors.refused)('refuse: $name', async (v) => {
    expect(await answer(v)).toBe('grant_invalid');
  });
});

describe('a grant', () => {
  test('authorizes the manifest route', async () => {
    const worker = await serveWorker([hello]);
    const { status, body } = await worker.send(PATH, { headers: await grant('GET', PATH, '') });
    expect([status, body['name']]).toEqual([200, 'main']);
  });

  test('is accepted only once', async () => {
    const worker = await serveWorker([hello]);
    const headers = await grant('GET', PATH, '');
    expect((await worker.send(PATH, { headers })).status).toBe(200);
    expect(await code(worker, headers)).toEqual([401, 'grant_replayed']);
  });

  test('is accepted only once for concurrent requests', async () => {
    const worker = await serveWorker([hello]);
    const headers = await grant('GET', PATH, '');
    const both = await Promise.all([worker.send(PATH, { headers }), worker.send(PATH, { headers })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is refused if its nonce was used with another time', async () => {
    const worker = await serveWorker([hello]);
    const nonce = '0123456789abcdef';
    await worker.send(PATH, { headers: await grant('GET', PATH, '', undefined, nonce) });
    vi.setSystemTime(Date.now() + 1000);
    expect(await code(worker, await grant('GET', PATH, '', undefined, nonce))).toEqual([401, 'grant_replayed']);
    vi.useRealTimers();
  });

  test('does not consume its nonce if its key is wrong', async () => {
    const worker = await serveWorker([hello]);
    const nonce = '0123456789abcdef';
    expect(await code(worker, await grant('GET', PATH, '', 'another key', nonce))).toEqual([401, 'grant_invalid']);
    expect((await worker.send(PATH, { headers: await grant('GET', PATH, '', undefined, nonce) })).status).toBe(200);
  });

  test('is stale after 5 minutes or if from the future', async () => {
    const worker = await serveWorker([hello]);
    const headers = await grant('GET', PATH, '');
    vi.setSystemTime(Date.now() + 301_000);
    expect(await code(worker, headers)).toEqual([401, 'grant_stale']);
    vi.setSystemTime(Date.now() - 301_000 - 62_000);
    expect(await code(worker, headers)).toEqual([401, 'grant_stale']);
    vi.useRealTimers();
  });

  test('is bound to method, path, query and body', async () => {
    const worker = await serveWorker([hello]);
    const path = '/capabilities/hello/invoke';
    const changed: [method: string, path: string, body: string][] = [
      ['PUT', path, '{}'],
      ['POST', '/capabilities/other/invoke', '{}'],
      ['POST', `${path}?kind=tool`, '{}'],
      ['POST', path, '{"input":{}}'],
    ];
    for (const [method, signedPath, signedBody] of changed) {
      const headers = { 'content-type': 'application/json', ...(await grant(method, signedPath, signedBody)) };
      expect((await worker.send(path, { method: 'POST', headers, body: '{}' })).body['error']).toBe('grant_invalid');
    }
  });

  test('is refused if missing or malformed', async () => {
    const worker = await serveWorker([hello]);
    const good = (await grant('GET', PATH, ''))['x-svc-grant'] ?? '';
    expect(await code(worker, {})).toEqual([401, 'grant_missing']);
    for (const bad of [
      '',
      `v1${good.slice(2)}`,
      `v3${good.slice(2)}`,
      good.toUpperCase(),
      `${good}0`,
      good.replace(/\.\d+\./, '.1e3.'),
      `${good}, ${good}`,
      'v1.k1',
    ]) {
      expect(await code(worker, { 'x-svc-grant': bad }), bad).toEqual([401, 'grant_invalid']);
    }
  });

  test('is invalid with an unknown key id', async () => {
    const worker = await serveWorker([hello]);
    const good = (await grant('GET', PATH, ''))['x-svc-grant'] ?? '';
    expect(await code(worker, { 'x-svc-grant': good.replace('.k1.', '.k2.') })).toEqual([401, 'grant_invalid']);
    expect(await code(worker, { 'x-svc-grant': good.replace('.k1.', '.__proto__.') })).toEqual([401, 'grant_invalid']);
  });

  test('is refused if its control key has less than 256 bits', async () => {
    for (const [key, expected] of [
      ['k'.repeat(31), [503, 'not_configured']],
      ['k'.repeat(32), [200, undefined]],
      ['é'.repeat(15), [503, 'not_configured']],
      ['é'.repeat(16), [200, undefined]],
    ] as const) {
      const worker = await serveWorker([hello], { env: { SVC_CONTROL_KEY_k1: key } });
      expect(await code(worker, await grant('GET', PATH, '', key))).toEqual(expected);
    }
  });

  test('is refused if no control key is bound', async () => {
    const worker = await serveWorker([hello], { env: { SVC_CONTROL_KEY_k1: '' } });
    expect(await code(worker, await grant('GET', PATH, ''))).toEqual([503, 'not_configured']);
  });

  test('is deleted after it expires', async () => {
    const worker = await serveWorker([hello]);
    for (let i = 0; i < 5; i++) {
      await worker.send(PATH, { headers: await grant('GET', PATH, '') });
    }
    expect(worker.host.texts.size).toBe(11); // includes the schema version
    vi.setSystemTime(Date.now() + 400_000);
    await worker.send(PATH, { headers: await grant('GET', PATH, '') });
    expect(worker.host.texts.size).toBe(3);
    vi.useRealTimers();
  });
});
