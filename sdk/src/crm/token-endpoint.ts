/** The CRM's token endpoint: trades a code or a refresh token for tokens. Nothing that it throws holds a secret. */

import { isObject } from '../platform/body.ts';
import { binding } from '../platform/env.ts';
import type { Bindings, Host } from '../platform/host.ts';
import { parsedBody } from '../platform/response-body.ts';
import type { VendorProfile } from '../profiles/profile.ts';
import { crmOrigin } from './origin.ts';

/** What it takes to ask. */
export interface TokenRequestContext {
  readonly env: Bindings;
  readonly profile: Pick<VendorProfile, 'apiOrigin' | 'paths'>;
  readonly fetch: Host['fetch'];
  now(): number;
}

/** What is traded. */
export type TokenGrant =
  | { readonly grant_type: 'authorization_code'; readonly code: string; readonly redirect_uri: string }
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string };

/** What is got for it. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Undefined when the one that was traded stays good. */
  readonly refreshToken: string | undefined;
  /** When the access token ends, counted from before the request: no earlier than the CRM thinks. */
  readonly expiresAt: number;
  readonly portalId: number | undefined;
  readonly scopes: readonly string[] | undefined;
}

/**
 * Why there are no tokens. `consent_lost`: the refresh token is good no more, the app must be installed again.
 * `refused`: the CRM refuses something else. `unavailable`: it gave no answer that counts, and may later.
 */
export class TokenError extends Error {
  readonly kind: 'consent_lost' | 'refused' | 'unavailable';

  constructor(kind: TokenError['kind'], message: string) {
    super(message);
    this.name = 'TokenError';
    this.kind = kind;
  }
}

/** How long an answer is waited for, in milliseconds: half of what a workflow action has in all. */
const TIMEOUT_MS = 10_000;

/** How long an access token lives when the CRM does not say, in milliseconds: the platform's usual time. */
const USUAL_LIFE_MS = 1_800_000;

/** Trades the grant. Rejects with a TokenError. */
export async function requestTokens(place: TokenRequestContext, grant: TokenGrant): Promise<IssuedTokens> {
  const { profile } = place;
  const form = new URLSearchParams({
    ...grant,
    client_id: credential(place, 'CRM_CLIENT_ID'),
    client_secret: credential(place, 'CRM_CLIENT_SECRET'),
  });
  const before = place.now();
  const { status, body } = await ask(place, profile.paths.oauthToken, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
  });
  if (status !== 200) {
    throw refusal(status, body, grant.grant_type);
  }
  const { access_token: access, refresh_token: refresh, expires_in: life, hub_id: portal, scopes } = members(body);
  if (typeof access !== 'string' || access === '') {
    throw new TokenError('unavailable', 'the CRM answered with something that is no token');
  }
  const seconds = Number(life);
  return {
    accessToken: access,
    refreshToken: typeof refresh === 'string' && refresh !== '' ? refresh : undefined,
    expiresAt: before + (Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : USUAL_LIFE_MS),
    portalId: portalOf(portal),
    scopes: Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === 'string') : undefined,
  };
}

/** The portal that an access token is for. Rejects with a TokenError. */
export async function portalOfToken(place: TokenRequestContext, accessToken: string): Promise<number> {
  const path = `${place.profile.paths.oauthTokenInfo}/${encodeURIComponent(accessToken)}`;
  const { status, body } = await ask(place, path, { headers: { accept: 'application/json' } });
  const portal = status === 200 ? portalOf(members(body)['hub_id']) : undefined;
  if (portal === undefined) {
    throw new TokenError('unavailable', `the CRM does not say which portal the token is for (it answered ${status})`);
  }
  return portal;
}

function portalOf(value: unknown): number | undefined {
  const id = Number(value);
  return (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(id) && id > 0
    ? id
    : undefined;
}

/** A reserved binding; `refused` when it is missing, which no waiting will mend. */
function credential({ env }: TokenRequestContext, name: string): string {
  const value = binding(env, name);
  if (value === undefined) {
    throw new TokenError('refused', `the secret ${name} is not bound, so no token can be asked for`);
  }
  return value;
}

async function ask(
  place: TokenRequestContext,
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const origin = crmOrigin(place);
  try {
    // A redirect is not followed: what is sent is for this origin only.
    const request: RequestInit = { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) };
    const response = await place.fetch(origin + path, request);
    return { status: response.status, body: await parsedBody(response) };
  } catch {
    // The cause may name the URL, and the URL may hold a token.
    throw new TokenError('unavailable', 'the token endpoint of the CRM gave no answer');
  }
}

function members(body: unknown): Record<string, unknown> {
  return isObject(body) ? body : {};
}

/** The CRM's own word for what is wrong, such as BAD_AUTH_CODE; its prose may repeat what was sent, and is left out. */
function reasonOf(body: unknown): string | undefined {
  const { status, error } = members(body);
  return [status, error].find((word): word is string => typeof word === 'string' && /^[A-Za-z_]{1,64}$/.test(word));
}

function refusal(status: number, body: unknown, grant: TokenGrant['grant_type']): TokenError {
  const reason = reasonOf(body);
  if (status >= 500 || status === 429 || status < 400 || reason === undefined) {
    return new TokenError('unavailable', `the token endpoint of the CRM answered ${status}`);
  }
  const { error } = members(body);
  const isLost = reason === 'BAD_REFRESH_TOKEN' || (grant === 'refresh_token' && error === 'invalid_grant');
  return new TokenError(
    isLost ? 'consent_lost' : 'refused',
    `the token endpoint of the CRM answered ${status} ${reason}`,
  );
}
