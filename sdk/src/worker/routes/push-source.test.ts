import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { type ServedWorker, serveWorker } from '../../../test/served-worker.ts';
import { defineSource } from '../../capability/source.ts';
import { sync } from '../../capability/sync.ts';
import { toHex } from '../../platform/bytes.ts';

const ledger = defineSource.push({
  name: 'ledger',
  auth: { type: 'hmac', secret: 'LEDGER_KEY' },
  receive: ({ event }) => ({ rows: [{ key: 'a', data: event }] }),
});
const slow = defineSource.push({ ...ledger, receive: () => new Promise<never>(() => {}) });

const at = (...path: (string | number)[]) => path.join('\u0000');

/** An OAuth app with installs in these portals. */
async function serve(states: Record<number, string>, source = ledger): Promise<ServedWorker> {
  const worker = await serveWorker([sync(source, { schedule: 'event', into: 'contact', idProperty: 'email' })], {
    auth: 'oauth',
    installs: Object.keys(states).map(Number),
    env: { LEDGER_KEY: 'key' },
  });
  for (const [id, state] of Object.entries(states)) {
    const description = { id, portalId: Number(id), state };
    worker.host.texts.set(
      at('ProjectActor', 'local/dev', `install/${id.padStart(15, '0')}`),
      JSON.stringify(description),
    );
  }
  return worker;
}

async function post(worker: ServedWorker, query = ''): Promise<[number, unknown]> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode('key'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const mac = new Uint8Array(
    await crypto.subtle.sign(
      'HMAC',
      key,
      new TextEncoder().encode(`${query === '' ? '' : `${query.slice(1)}.`}{"n":1}`),
    ),
  );
  const { status, body } = await worker.send(`/webhooks/ledger${query}`, {
    method: 'POST',
    body: '{"n":1}',
    headers: { 'content-type': 'application/json', 'x-signature': toHex(mac) },
  });
  return [status, body['error'] ?? body['rows']];
}

const waiting = (worker: ServedWorker, portal: number) =>
  [...worker.host.texts].filter(([key]) => key.startsWith(at('InstallActor', portal, 'inbox/row/main/ledger/'))).length;

describe('a post to a push source', () => {
  test('goes only to active installs', async () => {
    const worker = await serve({ 1: 'active', 2: 'suspended', 3: 'active', 4: 'needs_reauth' });
    expect(await post(worker)).toEqual([200, 1]);
    expect([1, 2, 3, 4].map((portal) => waiting(worker, portal))).toEqual([1, 0, 1, 0]);
  });

  test('goes only to the install in ?install=', async () => {
    const worker = await serve({ 1: 'active', 3: 'active' });
    expect(await post(worker, '?install=3')).toEqual([200, 1]);
    expect([1, 3].map((portal) => waiting(worker, portal))).toEqual([0, 1]);
  });

  test('is refused if the app is not installed', async () => {
    const worker = await serve({ 1: 'active' });
    for (const query of ['?install=9', '?install=', '?install=x']) {
      expect(await post(worker, query)).toEqual([409, 'install_not_found']);
    }
    expect(await post(await serve({ 2: 'suspended' }))).toEqual([409, 'install_not_found']);
    expect(waiting(worker, 1)).toBe(0);
  });

  test('is 503 if one inbox is full, and stored in the others', async () => {
    const worker = await serve({ 1: 'active', 3: 'active' });
    const full = JSON.stringify({ next: 10_000, rows: 10_000, chars: 0 });
    worker.host.texts.set(at('InstallActor', 3, 'inbox/size/main/ledger'), full);
    expect(await post(worker)).toEqual([503, 'inbox_full']);
    expect([1, 3].map((portal) => waiting(worker, portal))).toEqual([1, 0]);
    expect(worker.host.observations).toMatchObject([{ surface: 'push', outcome: 'retry-later', httpStatus: 503 }]);
  });

  test('is not stored in an install that was made after it came', async () => {
    let worker: ServedWorker;
    const source = defineSource.push({
      ...ledger,
      receive({ event }) {
        const record = { portalId: 3, scopes: [], installedAt: Date.now() + 60_000, createdAt: Date.now() + 60_000 };
        worker.host.texts.set(at('InstallActor', 3, 'install'), JSON.stringify(record));
        return ledger.receive({ event });
      },
    });
    worker = await serve({ 1: 'active', 3: 'active' }, source);
    expect(await post(worker)).toEqual([200, 1]);
    expect([1, 3].map((portal) => waiting(worker, portal))).toEqual([1, 0]);
  });

  test('keeps the start of a row that is too large to store, to be quarantined', async () => {
    const long = defineSource.push({
      ...ledger,
      receive: () => ({ rows: [{ key: 'a', data: { text: 'x'.repeat(1_048_577) } }] }),
    });
    const worker = await serve({ 1: 'active' }, long);
    expect(await post(worker)).toEqual([200, 1]);
    const row = worker.host.texts.get(at('InstallActor', 1, 'inbox/row/main/ledger/000000000000000')) ?? '';
    expect(row.length).toBeLessThan(2_000);
    expect(JSON.parse(row)).toMatchObject({ key: 'a', invalid: { reason: expect.stringContaining('150000') } });
  });

  test('is recorded even if the rows cannot be stored', async () => {
    const worker = await serve({ 1: 'active' });
    Object.assign(globalThis, {
      __svc_store_put() {
        throw new Error('disk is full');
      },
    });
    expect((await post(worker))[0]).toBe(500);
    const records = worker.host.observations.filter(({ type }) => type === 'invocation');
    expect(records).toMatchObject([{ surface: 'push', outcome: 'error', httpStatus: 500 }]);
  });

  test('is 504 if receive exceeds 5 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = await serve({ 1: 'active' }, slow);
    const pending = post(worker);
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await pending).toEqual([504, 'handler_timeout']);
    expect(worker.host.observations).toMatchObject([{ surface: 'push', outcome: 'timeout' }]);
    vi.useRealTimers();
  });
});
