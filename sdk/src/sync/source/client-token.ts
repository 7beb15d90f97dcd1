import type { OAuth2SourceAuth } from '../../declare/source-auth.ts';
import { isObject } from '../../platform/body.ts';
import { utf8 } from '../../platform/bytes.ts';
import { parsedBody } from '../../platform/response-body.ts';
import { toBase64 } from '../../platform/to-base64.ts';
import type { Host } from '../../platform/host.ts';
import { remember } from '../../platform/remember.ts';
import { PermanentSyncError } from './sync-errors.ts';
import { learnToken } from '../../platform/secrets.ts';

/** How tokens are requested. */
export interface TokenTransport {
  readonly fetch: Host['fetch'];
  readonly now: () => number;
  readonly signal: () => AbortSignal;
}

/** The tokens of this isolate: plain data, since a promise belongs to the request that made it. */
const tokens = new Map<string, { readonly token: string; readonly since: number; readonly until: number }>();

/** Most cached tokens. A worker has few sources. */
const MAX_TOKENS = 100;

/** Time before its expiry after which a token is replaced, in ms. */
const MARGIN_MS = 60_000;

/** Lifetime of a token without `expires_in`, in ms. */
const DEFAULT_LIFETIME_MS = 300_000;

/**
 * Returns an access token by the OAuth 2 client credentials grant.
 * @param refused the `authorization` value that the source refused, if the token must be replaced
 */
export async function clientToken(
  auth: OAuth2SourceAuth,
  client: { readonly id: string; readonly secret: string },
  transport: TokenTransport,
  refused: string | undefined,
): Promise<string> {
  const { tokenUrl, scope, audience } = auth;
  if (tokenUrl === undefined || !URL.canParse(tokenUrl)) {
    throw new PermanentSyncError('oauth2 auth needs a tokenUrl: the URL that issues access tokens');
  }
  const key = JSON.stringify([tokenUrl, client.id, scope, audience]);
  const known = tokens.get(key);
  const now = transport.now();
  if (known !== undefined && `Bearer ${known.token}` !== refused && now < known.until && now >= known.since) {
    return known.token;
  }
  tokens.delete(key);
  const { token, livesMs } = await requestToken(auth, tokenUrl, client, transport);
  remember(tokens, MAX_TOKENS, key, { token, since: now, until: now + Math.max(0, livesMs - MARGIN_MS) });
  return token;
}

async function requestToken(
  { scope, audience, credentialsIn = 'header' }: OAuth2SourceAuth,
  tokenUrl: string,
  client: { readonly id: string; readonly secret: string },
  { fetch, signal }: TokenTransport,
): Promise<{ readonly token: string; readonly livesMs: number }> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope !== undefined && { scope }),
    ...(audience !== undefined && { audience }),
  });
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (credentialsIn === 'body') {
    form.set('client_id', client.id);
    form.set('client_secret', client.secret);
  } else {
    const pair = `${formEncoded(client.id)}:${formEncoded(client.secret)}`; // RFC 6749, 2.3.1
    headers['authorization'] = `Basic ${toBase64(utf8.encode(pair))}`;
  }
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers,
    body: form.toString(),
    redirect: 'manual',
    signal: signal(),
  });
  const { origin, pathname } = new URL(tokenUrl);
  const answer = await parsedBody(response, `POST ${origin}${pathname} answered`);
  const token = isObject(answer) ? answer['access_token'] : undefined;
  if (!response.ok || !isObject(answer) || typeof token !== 'string' || token === '') {
    throw new Error(`POST ${origin}${pathname} answered ${response.status} without an access token`);
  }
  learnToken(token);
  const seconds = Number(answer['expires_in']);
  return { token, livesMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ t: text }).toString().slice(2);
}
