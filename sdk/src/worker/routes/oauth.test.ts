import { beforeEach, describe, expect, test } from 'vitest';
import { type ServeAppOptions, ServedApp } from '../../../test/served-app.ts';
import { ORIGIN } from '../../../test/served-worker.ts';
import { refusal, TokenEndpoint } from '../../../test/token-endpoint.ts';

const MINUTE = 60_000;

let endpoint: TokenEndpoint;
let app: ServedApp;

function serve(options: ServeAppOptions = {}): void {
  endpoint = new TokenEndpoint();
  app = new ServedApp({ fetch: endpoint.fetch, ...options });
}

beforeEach(() => serve());

/** A browser with one cookie for the app worker. */
class Browser {
  cookie = '';

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await app.send(path, {
      headers: { ...(this.cookie !== '' && { cookie: this.cookie }), ...headers },
    });
    const set = response.headers.get('set-cookie');
    if (set !== null) {
      this.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] as string);
    }
    return response;
  }

  /** Begins an install, and returns the parameters for the CRM. */
  async start(path = '/oauth-start'): Promise<URL> {
    const response = await this.get(path);
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  }

  async state(): Promise<string> {
    return (await this.start()).searchParams.get('state') ?? '';
  }

  async install(): Promise<Response> {
    return this.get(`/oauth-callback?code=c&state=${await this.state()}`);
  }
}

async function errorOf(response: Response): Promise<string> {
  const body = (await response.json()) as { ok: boolean; error: string };
  expect(body.ok).toBe(false);
  return body.error;
}

describe('GET /oauth-start', () => {
  test('redirects to the consent page with scopes and state', async () => {
    serve({ app: { optionalScopes: ['a b', 'c'] } });
    const response = await new Browser().get('/oauth-start');
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^https:\/\/app\.crm\.example\/oauth\/authorize\?/);
    expect(location).toContain('&scope=oauth%20contacts%20read&optional_scope=a%20b%20c&state=v1.k1.');
    const query = new URL(location).searchParams;
    expect(query.get('client_id')).toBe('client-id');
    expect(query.get('redirect_uri')).toBe(`${ORIGIN}/oauth-callback`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(location).not.toContain('client-secret');
  });

  test('preselects the named account', async () => {
    expect((await new Browser().start('/oauth-start?portal=7')).pathname).toBe('/oauth/7/authorize');
    expect(await errorOf(await new Browser().get('/oauth-start?portal=7/x'))).toBe('invalid_input');
  });

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const cookie = (await new Browser().get('/oauth-start')).headers.get('set-cookie');
    expect(cookie).toMatch(/^__Host-svc-oauth=[0-9a-f]{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  });

  test('works over http on localhost, without a secure cookie', async () => {
    const cookie = (await app.send('/oauth-start', {}, 'http://localhost:8787')).headers.get('set-cookie');
    expect(cookie).toMatch(/^svc-oauth=[0-9a-f]{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  test.each(['CRM_CLIENT_ID', 'CRM_CLIENT_SECRET', 'SVC_SEAL_KEY_k1'])(
    'does not redirect to the consent page without %s',
    async (name) => {
      delete app.env[name];
      for (const path of ['/oauth-start', '/oauth-callback?code=c']) {
        const response = await app.send(path);
        expect(response.status).toBe(503);
        const body = (await response.json()) as { error: string; message: string };
        expect(body.error).toBe('not_configured');
        expect(body.message).toContain(name.replace(/k1$/, ''));
      }
    },
  );
});

describe('GET /oauth-callback', () => {
  test('exchanges the code, registers the install and redirects to the connected apps', async () => {
    const browser = new Browser();
    const response = await browser.install();
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('https://app.crm.example/connected-apps/7/installed');
    expect(Object.fromEntries(endpoint.asked[0] ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: `${ORIGIN}/oauth-callback`,
      client_id: 'client-id',
      client_secret: 'client-secret',
    });
    expect(await app.actor('InstallActor', '7', 'describe')).toMatchObject({
      portalId: 7,
      state: 'active',
      scopes: ['oauth', 'contacts'],
    });
    expect(browser.cookie).toBe('');
    await app.alarms();
    expect(await app.actor('ProjectActor', 'local/dev', 'listInstalls')).toMatchObject({
      installs: [{ id: '7', state: 'active' }],
    });
    expect([...app.go.texts.values()].join()).not.toMatch(/access-\d|refresh-\d/);
  });

  test('redirects to the successUrl of the app', async () => {
    serve({ app: { install: { successUrl: 'https://example.com/welcome?from=crm' } } });
    expect((await new Browser().install()).headers.get('location')).toBe('https://example.com/welcome?from=crm');
  });

  test.each(['', ' ', '/welcome', 'http://example.com/', 'javascript:alert(1)', '//example.com'])(
    'redirects to the connected apps for %j, which is not an https URL',
    async (successUrl) => {
      serve({ app: { install: { successUrl } } });
      expect((await new Browser().install()).headers.get('location')).toContain('/connected-apps/');
    },
  );

  test('looks up the portal of a token without one', async () => {
    const { hub_id: _left, ...answer } = endpoint.issue();
    endpoint.next.push(Response.json(answer));
    expect((await new Browser().install()).headers.get('location')).toContain('/connected-apps/77/');
    expect(await app.actor('InstallActor', '77', 'describe')).toMatchObject({ portalId: 77 });
  });

  test('accepts a state once', async () => {
    const browser = new Browser();
    const state = await browser.state();
    const { cookie } = browser;
    expect((await browser.get(`/oauth-callback?code=c&state=${state}`)).status).toBe(302);
    browser.cookie = cookie;
    const again = await browser.get(`/oauth-callback?code=d&state=${state}`);
    expect(again.status).toBe(400);
    expect(await errorOf(again)).toBe('oauth_state_used');
    expect(endpoint.asked).toHaveLength(1);
  });

  test('accepts one of two concurrent requests with the same state', async () => {
    const browser = new Browser();
    const path = `/oauth-callback?code=c&state=${await browser.state()}`;
    const both = await Promise.all([1, 2].map(() => app.send(path, { headers: { cookie: browser.cookie } })));
    expect(both.map((response) => response.status).sort()).toEqual([302, 400]);
    expect(endpoint.asked).toHaveLength(1);
  });

  test('accepts a state for ten minutes', async () => {
    const browser = new Browser();
    const early = await browser.state();
    const late = await browser.state();
    app.clock += 10 * MINUTE;
    expect(
      (await app.send(`/oauth-callback?code=c&state=${early}`, { headers: { cookie: browser.cookie } })).status,
    ).toBe(302);
    app.clock += 1;
    expect(await errorOf(await browser.get(`/oauth-callback?code=c&state=${late}`))).toBe('oauth_state_stale');
  });

  test('accepts only the state of the same browser', async () => {
    const [one, other, none] = [new Browser(), new Browser(), new Browser()];
    const state = await one.state();
    await other.start();
    for (const browser of [other, none]) {
      expect(await errorOf(await browser.get(`/oauth-callback?code=c&state=${state}`))).toBe('oauth_state_invalid');
    }
    expect(endpoint.asked).toEqual([]);
  });

  test('accepts installs from two tabs of a browser', async () => {
    const browser = new Browser();
    const states = [await browser.state(), await browser.state()];
    const { cookie } = browser;
    for (const state of states) {
      expect((await app.send(`/oauth-callback?code=c&state=${state}`, { headers: { cookie } })).status).toBe(302);
    }
  });

  test('refuses forged states', async () => {
    const browser = new Browser();
    const state = await browser.state();
    const [v, kid, time, nonce, mac] = state.split('.') as [string, string, string, string, string];
    const forged = [
      'x',
      [v, kid, String(Number(time) + 1), nonce, mac],
      [v, kid, time, nonce.replace(/^./, (c) => (c === '0' ? '1' : '0')), mac],
      [v, kid, time, nonce, mac.replace(/.$/, (c) => (c === '0' ? '1' : '0'))],
      [v, 'k9', time, nonce, mac],
      ['v2', kid, time, nonce, mac],
      [v, '__proto__', time, nonce, mac],
    ];
    for (const parts of forged) {
      const text = typeof parts === 'string' ? parts : parts.join('.');
      expect(await errorOf(await browser.get(`/oauth-callback?code=c&state=${text}`)), text).toBe(
        'oauth_state_invalid',
      );
    }
    expect(await errorOf(await browser.get(`/oauth-callback?code=c&state=${state}&state=${state}`))).toBe(
      'oauth_state_invalid',
    );
    app.env['SVC_ENVIRONMENT'] = 'production';
    expect(await errorOf(await browser.get(`/oauth-callback?code=c&state=${state}`))).toBe('oauth_state_invalid');
    expect(endpoint.asked).toEqual([]);
  });

  test('accepts a state of an old sealing key that is still bound', async () => {
    const browser = new Browser();
    const state = await browser.state();
    app.env['SVC_SEAL_KEY_k2'] = 'the second key of the tests';
    expect((await browser.get(`/oauth-callback?code=c&state=${state}`)).status).toBe(302);
  });

  test('restarts an install that began at the CRM, once', async () => {
    const browser = new Browser();
    const sent = await browser.get('/oauth-callback?code=of-somebody');
    expect([sent.status, sent.headers.get('location')]).toEqual([302, '/oauth-start?from=callback']);
    await browser.start('/oauth-start?from=callback');
    const again = await browser.get('/oauth-callback?code=of-somebody');
    expect(await errorOf(again)).toBe('oauth_state_missing');
    expect(endpoint.asked).toEqual([]);
    expect((await browser.install()).status).toBe(302); // a user may still start again
  });

  test('reports the reason code of the CRM, but not its text', async () => {
    const browser = new Browser();
    const state = await browser.state();
    const response = await browser.get(
      `/oauth-callback?error=access_denied&error_description=call+0900-scam&state=${state}`,
    );
    expect(response.status).toBe(403);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ ok: false, error: 'oauth_denied', reason: 'access_denied' });
    expect(text).not.toContain('scam');
    const odd = await browser.get('/oauth-callback?error=%3Cscript%3E', { accept: 'text/html' });
    expect(await odd.text()).not.toContain('script>');
  });

  test('installs nothing without a code', async () => {
    const browser = new Browser();
    expect(await errorOf(await browser.get(`/oauth-callback?state=${await browser.state()}`))).toBe('oauth_failed');
  });

  const failures: [string, () => Response | 'break'][] = [
    ['refuses the code', () => refusal('BAD_AUTH_CODE', 'invalid_grant')],
    ['refuses the app', () => refusal('BAD_CLIENT_SECRET', 'invalid_client')],
    ['is down', () => new Response('down', { status: 503 })],
    ['does not answer', () => 'break'],
    ['gives no refresh token', () => Response.json({ access_token: 'access-1', hub_id: 7, expires_in: 1800 })],
    ['gives no token', () => Response.json({ hub_id: 7 })],
  ];
  test.each(failures)('when the CRM %s, nothing is kept and the person may try again', async (_name, failure) => {
    endpoint.next.push(failure());
    const response = await new Browser().install();
    expect(response.status).toBe(502);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: 'oauth_failed' });
    expect(text).not.toMatch(/secret|access-1/);
    expect(app.keys('InstallActor', '7')).toEqual([]);
  });

  test('shows browsers an uncached error page', async () => {
    const response = await new Browser().get('/oauth-callback?code=c&state=x', { accept: 'text/html,*/*' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await response.text();
    expect(page).toContain('href="/oauth-start"');
    expect(page).toContain('oauth_state_invalid');
  });

  test('replaces the tokens of a portal that reinstalls', async () => {
    await new Browser().install();
    endpoint.good.clear();
    app.clock += 30 * MINUTE;
    await app.actor('InstallActor', '7', 'accessToken', {}).catch(() => {});
    expect(await app.actor('InstallActor', '7', 'describe')).toMatchObject({ state: 'needs_reauth' });
    await new Browser().install();
    expect(await app.actor('InstallActor', '7', 'describe')).toMatchObject({ state: 'active', installedAt: app.clock });
    expect(await app.actor('InstallActor', '7', 'accessToken', {})).toMatchObject({ token: 'access-2' });
  });
});

test('refuses OAuth routes for an app with static auth', async () => {
  serve({ app: { auth: 'static' } });
  for (const path of ['/oauth-start', '/oauth-callback?code=c&state=x']) {
    const response = await app.send(path);
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toBe('not_found');
  }
});
