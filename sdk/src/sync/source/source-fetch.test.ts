import { beforeEach, describe, expect, test } from 'vitest';
import type { SourceAuthDefinition } from '../../declare/source-auth.ts';
import { credentialsOf } from './credentials.ts';
import { sourceFetch } from './source-fetch.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

let sent: Sent[];
let answers: Record<string, () => Response>;
let clock: number;

beforeEach(() => {
  [sent, answers, clock] = [[], {}, 1_767_225_600_000 + Math.floor(Math.random() * 1e9) * 1_000];
});

const to = (location: string, status: number) => () => new Response(null, { status, headers: { location } });

const ENV = { TOKEN: 'secret-token', USER: 'us', WITH_COLON: 'u:s', PASSWORD: 'pä', KEY: 'key', ID: 'id', EMPTY: '' };

function fetchOf(auth: SourceAuthDefinition) {
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = String(input);
    const body =
      init.body === undefined
        ? ''
        : new TextDecoder().decode(new Uint8Array(await new Response(init.body).arrayBuffer()));
    sent.push({ url, method: init.method ?? 'GET', headers: Object.fromEntries(new Headers(init.headers)), body });
    return (answers[url] ?? (() => Response.json({})))();
  };
  const credentials = credentialsOf({ name: 'ledger', auth }, ENV, {
    fetch,
    now: () => clock,
    signal: () => new AbortController().signal,
  });
  return sourceFetch(fetch, credentials!);
}

const BEARER = { type: 'bearer', token: 'TOKEN' } as const;

describe('a redirect', () => {
  test('to another origin drops all credentials, also on the way back', async () => {
    answers['https://a.example/1'] = to('https://b.example/2', 307);
    answers['https://b.example/2'] = to('https://a.example/3', 302);
    await fetchOf(BEARER)('https://a.example/1', { headers: { cookie: 'c=1', 'x-mine': 'yes' } });
    expect(sent.map(({ url, headers }) => [url, headers])).toEqual([
      ['https://a.example/1', { authorization: 'Bearer secret-token', cookie: 'c=1', 'x-mine': 'yes' }],
      ['https://b.example/2', { 'x-mine': 'yes' }],
      ['https://a.example/3', { 'x-mine': 'yes' }],
    ]);
  });

  test.each(['http://a.example/2', 'https://a.example:8443/2', 'https://sub.a.example/2', '//evil.example/2'])(
    'to %s is to another origin',
    async (target) => {
      answers['https://a.example/1'] = to(target, 302);
      await fetchOf(BEARER)('https://a.example/1');
      expect(sent[1]?.headers).toEqual({});
    },
  );

  test('to another origin drops the signature of an hmac source', async () => {
    answers['https://a.example/1'] = to('https://b.example/', 307);
    await fetchOf({ type: 'hmac', secret: 'KEY', header: 'X-Sig', timestampHeader: 'X-Time' })('https://a.example/1');
    expect(Object.keys(sent[0]?.headers ?? {}).sort()).toEqual(['x-sig', 'x-time']);
    expect(sent[1]?.headers).toEqual({});
  });

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PUT', 'PUT', 'body'],
    [301, 'PUT', 'PUT', 'body'],
  ])('of status %i turns %s into %s', async (status, method, then, body) => {
    answers['https://a.example/1'] = to('/2', status);
    await fetchOf(BEARER)('https://a.example/1', { method, body: 'body' });
    expect(sent[1]).toMatchObject({
      url: 'https://a.example/2',
      method: then,
      body,
      headers: { authorization: 'Bearer secret-token' },
    });
  });

  test('fails after too many hops, or to a URL that is not http or https', async () => {
    answers['https://a.example/1'] = to('/1', 302);
    await expect(fetchOf(BEARER)('https://a.example/1')).rejects.toThrow('more than 20 times');
    answers['https://a.example/2'] = to('data:text/plain,x', 302);
    await expect(fetchOf(BEARER)('https://a.example/2')).rejects.toThrow('not http or https');
  });

  test('is returned to a caller that does not follow redirects', async () => {
    answers['https://a.example/1'] = to('/2', 302);
    expect((await fetchOf(BEARER)('https://a.example/1', { redirect: 'manual' })).status).toBe(302);
    expect(sent).toHaveLength(1);
  });
});

describe('credentials', () => {
  test('are added to a Request with a binary body, which stays unchanged', async () => {
    await fetchOf(BEARER)(
      new Request('https://a.example/', { method: 'POST', body: new Uint8Array([0xc3, 0xa9, 0x21]) }),
    );
    expect(sent).toMatchObject([{ method: 'POST', body: 'é!', headers: { authorization: 'Bearer secret-token' } }]);
  });

  test.each<[SourceAuthDefinition, string]>([
    [{ type: 'bearer' }, 'names no binding for token'],
    [{ type: 'bearer', token: 'NONE' }, 'needs the secret NONE'],
    [{ type: 'bearer', token: 'EMPTY' }, 'needs the secret EMPTY'],
    [{ type: 'basic', username: 'USER' }, 'names no binding for password'],
    [{ type: 'basic', username: 'WITH_COLON', password: 'PASSWORD' }, 'a colon'],
    [{ type: 'hmac' }, 'names no binding for secret'],
    [{ type: 'oauth2', clientId: 'ID', clientSecret: 'KEY' }, 'tokenUrl'],
    [{ type: 'oauth2', clientId: 'ID', clientSecret: 'KEY', tokenUrl: 'nowhere' }, 'tokenUrl'],
  ])('that are incomplete let nothing leave: %j', async (auth, message) => {
    await expect(fetchOf(auth)('https://a.example/')).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });

  test('that cannot change are not sent again after a refusal', async () => {
    answers['https://a.example/'] = () => new Response('no', { status: 401 });
    expect((await fetchOf(BEARER)('https://a.example/')).status).toBe(401);
    expect(sent).toHaveLength(1);
  });
});

describe('client credentials', () => {
  const auth = (tokenUrl: string): SourceAuthDefinition => ({
    type: 'oauth2',
    clientId: 'ID',
    clientSecret: 'PASSWORD',
    tokenUrl,
    credentialsIn: 'body',
    audience: 'x',
  });
  const tokens = (url: string) => sent.filter((one) => one.url === url).length;

  test('are renewed a minute before expiry, and sent in the form if so configured', async () => {
    const url = `https://token.example/${crypto.randomUUID()}`;
    answers[url] = () => Response.json({ access_token: 't', expires_in: 600 });
    const fetch = fetchOf(auth(url));
    await fetch('https://a.example/');
    clock += 539_000;
    await fetch('https://a.example/');
    expect(tokens(url)).toBe(1);
    clock += 2_000;
    await fetch('https://a.example/');
    expect(tokens(url)).toBe(2);
    expect(sent[0]?.body).toBe('grant_type=client_credentials&audience=x&client_id=id&client_secret=p%C3%A4');
    expect(sent[0]?.headers['authorization']).toBeUndefined();
  });

  test.each([
    ['an error', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
    ['no JSON', () => new Response('<html>')],
    ['no token', () => Response.json({ token_type: 'bearer' })],
    ['a redirect', to('https://evil.example/', 307)],
  ])('answered with %s let nothing else leave, and the error has no secret', async (_what, answer) => {
    const url = `https://token.example/${crypto.randomUUID()}`;
    answers[url] = answer;
    const error = await fetchOf(auth(url))('https://a.example/').catch((thrown: Error) => thrown);
    expect(String(error)).toContain('without an access token');
    expect(String(error)).not.toMatch(/pä|id=/);
    expect(sent).toHaveLength(1);
  });
});
