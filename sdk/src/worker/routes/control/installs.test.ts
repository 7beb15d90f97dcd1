import { beforeEach, describe, expect, test } from 'vitest';
import { ServedApp } from '../../../../test/served-app.ts';
import type { Summary } from '../../../actors/project/rollups.ts';

const PATH = '/_svc/control/installs';

let app: ServedApp;
/** Response of the token endpoint. */
let refuses: boolean;

beforeEach(() => {
  refuses = false;
  app = new ServedApp({
    fetch: () =>
      refuses
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : Response.json({ token_type: 'bearer', access_token: 'a', refresh_token: 'r', expires_in: 1800 }),
  });
});

async function register(portalId: number): Promise<void> {
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: app.clock + 1_800_000 };
  await app.actor('InstallActor', String(portalId), 'register', { portalId, scopes: ['oauth'], ...tokens });
}

async function install(...portals: number[]): Promise<void> {
  for (const portalId of portals) {
    await register(portalId);
  }
  await app.alarms();
}

const get = (path = '') => app.control('GET', PATH + path);
const put = (path: string, body: unknown) => app.control('PUT', PATH + path, body);

describe('the list of installs', () => {
  test('is paged and ordered by portal id', async () => {
    await install(30, 4, 111, 7);
    const all = await get();
    expect(all.status).toBe(200);
    expect(all.body).toMatchObject({
      ok: true,
      installs: [{ id: '4' }, { id: '7' }, { id: '30' }, { id: '111', portalId: 111, state: 'active' }],
    });
    expect(all.body['next']).toBeUndefined();
    expect((await get('?limit=2')).body).toMatchObject({ installs: [{ id: '4' }, { id: '7' }], next: '7' });
    expect((await get('?limit=2&after=7')).body).toMatchObject({ installs: [{ id: '30' }, { id: '111' }] });
    expect((await get('?limit=2&after=7')).body['next']).toBeUndefined();
    expect((await get('?after=111')).body).toEqual({ ok: true, installs: [] });
  });

  test('refuses an invalid limit', async () => {
    for (const limit of ['0', '-1', '1001', 'x', '1e2', '9999999', '']) {
      expect((await get(`?limit=${limit}`)).status, limit).toBe(400);
    }
  });

  test('contains the only install of an app with static auth', async () => {
    app = new ServedApp({ app: { auth: 'static' } });
    expect((await get()).body).toEqual({ ok: true, installs: [{ id: 'static', portalId: null, state: 'active' }] });
  });
});

describe('one install', () => {
  test('is shown with its config, and without its tokens', async () => {
    await install(7);
    const { status, body } = await get('/7');
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      install: {
        id: '7',
        portalId: 7,
        state: 'active',
        since: app.clock,
        installedAt: app.clock,
        scopes: ['oauth'],
        config: {},
      },
    });
  });

  test('is 404 if it does not exist', async () => {
    for (const id of ['9', 'static', 'x', '7%2F8', '-1']) {
      for (const [method, path, body] of [
        ['GET', `/${id}`, undefined],
        ['PUT', `/${id}/config`, {}],
        ['PUT', `/${id}/state`, { state: 'active' }],
      ] as const) {
        const answer = await app.control(method, PATH + path, body);
        expect([answer.status, answer.body['error']], `${method} ${path}`).toEqual([409, 'install_not_found']);
      }
    }
    expect(app.keys('InstallActor', '9')).toEqual([]);
  });

  test('accepts an object as config', async () => {
    await install(7);
    expect((await put('/7/config', { region: 'eu' })).body).toMatchObject({ install: { config: { region: 'eu' } } });
    expect(await app.actor('InstallActor', '7', 'config')).toEqual({ region: 'eu' });
    expect((await put('/7/config', ['eu'])).status).toBe(400);
    expect((await get('/7')).body).toMatchObject({ install: { config: { region: 'eu' } } });
  });

  test('refuses a config that exceeds the limit when stored', async () => {
    await install(7);
    const list = `{"list":[${Array(200_000).fill('1e20').join(',')}]}`;
    const { status, body } = await app.control('PUT', `${PATH}/7/config`, JSON.parse(list), list);
    expect([status, body['error']]).toEqual([413, 'payload_too_large']);
    expect(await app.actor('InstallActor', '7', 'config')).toEqual({});
  });

  test('is configured as static with static auth', async () => {
    app = new ServedApp({ app: { auth: 'static' } });
    expect((await put('/static/config', { a: 1 })).body).toEqual({
      ok: true,
      install: { id: 'static', portalId: null, state: 'active', config: { a: 1 } },
    });
    expect((await put('/static/state', { state: 'suspended' })).status).toBe(400);
    expect((await get('/7')).status).toBe(409);
  });

  test('is suspended and resumed, also in the list', async () => {
    await install(7);
    app.clock += 5000;
    expect((await put('/7/state', { state: 'suspended' })).body).toMatchObject({
      install: { state: 'suspended', since: app.clock },
    });
    await app.alarms();
    expect((await get()).body).toMatchObject({ installs: [{ id: '7', state: 'suspended' }] });
    expect((await put('/7/state', { state: 'active' })).body).toMatchObject({ install: { state: 'active' } });
    for (const state of ['needs_reauth', 'unbound', '', null, 5]) {
      expect((await put('/7/state', { state })).body['error']).toBe('invalid_input');
    }
  });
});

describe('erasing an install', () => {
  test('deletes only the data of it and its portal', async () => {
    await install(7, 8);
    for (const id of ['7', '8']) {
      for (let i = 0; i < 150; i++) {
        await app.actor('InstallActor', id, 'storePut', { key: `k${i}`, value: i });
      }
      await app.actor('InstallActor', id, 'setConfig', { a: 1 });
      app.go.texts.set(`PortalActor\u0000${id}\u0000record`, '1');
    }
    expect((await app.control('DELETE', `${PATH}/7`)).body).toEqual({ ok: true, erased: '7', portals: ['7'] });
    expect(app.keys('InstallActor', '7').filter((key) => !key.startsWith('due'))).toEqual(['schema']);
    expect(app.keys('PortalActor', '7')).toEqual([]);
    expect((await get()).body).toMatchObject({ installs: [{ id: '8' }] });
    expect((await get('/7')).status).toBe(409);
    expect(app.keys('InstallActor', '8').length).toBeGreaterThan(150);
    expect(app.keys('PortalActor', '8')).toEqual(['record']);
    app.clock += 40 * 86_400_000;
    await app.alarms();
    expect(app.keys('InstallActor', '7')).toEqual(['schema']);
  });

  test('deletes data that other workers wrote after the erasure', async () => {
    await install(7);
    await app.control('DELETE', `${PATH}/7`);
    await app.actor('InstallActor', '7', 'storePut', { key: 'late', value: 1 });
    app.clock += 15 * 60_000;
    await app.alarms();
    expect(app.keys('InstallActor', '7')).toEqual(['schema']);
  });

  test('keeps the data of a later reinstall', async () => {
    await install(7);
    await app.control('DELETE', `${PATH}/7`);
    await install(7);
    await app.actor('InstallActor', '7', 'storePut', { key: 'k', value: 1 });
    app.clock += 15 * 60_000;
    await app.alarms();
    expect(app.keys('InstallActor', '7')).toContain('s/k');
  });

  test.each(['30 days after consent was lost', 'once more a little later'])(
    '%s keeps a concurrent reinstall',
    async (when) => {
      await install(7);
      if (when.startsWith('30')) {
        refuses = true;
        app.clock += 8 * 86_400_000; // the idle app's token refresh is refused
        await app.alarms();
        expect((await get('/7')).body).toMatchObject({ install: { state: 'needs_reauth' } });
      } else {
        await app.control('DELETE', `${PATH}/7`);
      }
      const { actor } = app.host;
      app.host.actor = async (className, name, method, args) => {
        const answer = await actor(className, name, method, args);
        if (method === 'forgetInstall') {
          app.host.actor = actor;
          refuses = false;
          await register(7);
          await actor('InstallActor', '7', 'storePut', { key: 'k', value: 1 });
        }
        return answer;
      };
      await app.pass(31 * 86_400_000);
      expect(app.keys('InstallActor', '7')).toContain('s/k');
      expect((await get()).body).toMatchObject({ installs: [{ id: '7', state: 'active' }] });
    },
  );

  test("deletes the portal's summary, and later records count again", async () => {
    await install(7, 8);
    const entry = { deployId: 'd', worker: 'w', capabilityId: 'c', kind: 'tool', surface: 'invoke', outcome: 'ok' };
    const record = (portal: string) =>
      app.actor('PortalActor', portal, 'record', {
        batch: crypto.randomUUID(),
        entries: [{ ...entry, at: app.clock, durationMs: 5, crmCalls: 0, crmWaitMs: 0, crm429: 0 }],
      });
    const portals = async () => {
      app.clock += 3_600_000;
      await app.alarms();
      const args = { since: 0, until: app.clock, labels: {}, by: 'portal' };
      const { groups = [] } = await app.actor<Summary>('ProjectActor', 'local/dev', 'summary', args);
      return Object.fromEntries(groups.map(({ key, count }) => [key['portal'], count]));
    };
    for (let hour = 0; hour < 4; hour++) {
      await record('7');
      await record('8');
      await portals(); // the first records are now merged into hours
    }
    expect(await portals()).toEqual({ 7: 4, 8: 4 });
    await app.control('DELETE', `${PATH}/7`);
    expect(await portals()).toEqual({ 8: 4 });
    await record('7');
    expect(await portals()).toEqual({ 7: 1, 8: 4 });
  });

  test('is idempotent and accepts a portal that never installed', async () => {
    await install(7);
    for (const id of ['7', '7', '9']) {
      expect((await app.control('DELETE', `${PATH}/${id}`)).status).toBe(200);
    }
    expect((await app.control('DELETE', `${PATH}/static`)).status).toBe(409);
  });

  test('erases the install and the named portal with static auth', async () => {
    app = new ServedApp({ app: { auth: 'static' } });
    await app.actor('InstallActor', 'static', 'storePut', { key: 'k', value: 1 });
    app.go.texts.set('PortalActor\u00007\u0000record', '1');
    app.go.texts.set('PortalActor\u0000none\u0000record', '1');
    expect((await app.control('DELETE', `${PATH}/static`)).body).toEqual({
      ok: true,
      erased: 'static',
      portals: ['none'],
    });
    expect([app.keys('InstallActor', 'static'), app.keys('PortalActor', 'none')]).toEqual([['schema'], []]);
    expect(app.keys('PortalActor', '7')).toEqual(['record']);
    expect((await app.control('DELETE', `${PATH}/7`)).body).toEqual({
      ok: true,
      erased: 'static',
      portals: ['7', 'none'],
    });
    expect(app.keys('PortalActor', '7')).toEqual([]);
  });

  test('allows a reinstall', async () => {
    await install(7);
    await app.control('DELETE', `${PATH}/7`);
    await install(7);
    expect((await get('/7')).body).toMatchObject({ install: { state: 'active', config: {} } });
  });
});

test('all routes require a grant', async () => {
  await install(7);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/7'],
    ['PUT', '/7/config'],
    ['PUT', '/7/state'],
    ['DELETE', '/7'],
  ] as const) {
    const response = await app.send(PATH + path, { method, ...(method === 'PUT' && { body: '{}' }) });
    expect(response.status, `${method} ${path}`).toBe(401);
  }
  expect((await get('/7')).status).toBe(200);
});
