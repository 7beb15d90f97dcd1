import { isObject } from '../platform/body.ts';
import { binding } from '../platform/env.ts';
import type { Bindings, Host } from '../platform/host.ts';
import { parsedBody } from '../platform/response-body.ts';
import type { VendorProfile } from '../profiles/profile.ts';
import { crmOrigin } from './origin.ts';
import { learnToken } from '../platform/secrets.ts';

/** What a request to the token endpoint needs. */
export interface TokenRequestContext {
  readonly env: Bindings;
  readonly profile: Pick<VendorProfile, 'apiOrigin' | 'paths'>;
  readonly fetch: Host['fetch'];
  now(): number;
}

/** The grant to exchange for tokens. */
export type TokenGrant =
  | { readonly grant_type: 'authorization_code'; readonly code: string; readonly redirect_uri: string }
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string };

/** The tokens that the CRM issued. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Undefined if the refresh token of the request stays valid. */
  readonly refreshToken: string | undefined;
  /** When the access token expires, counted from before the request, so not later than the CRM assumes. */
  readonly expiresAt: number;
  readonly portalId: number | undefined;
  readonly scopes: readonly string[] | undefined;
}

/**
 * Why the CRM issued no tokens. `consent_lost`: the refresh token was revoked, so the app must be installed again.
 * `refused`: the CRM refused the request for another reason. `unavailable`: a transient failure. Contains no secret.
 */
export class TokenError extends Error {
  readonly kind: 'consent_lost' | 'refused' | 'unavailable';

  constructor(kind: TokenError['kind'], message: string) {
    super(message);
    this.name = 'TokenError';
    this.kind = kind;
  }
}

/** What errors call the endpoint. Its URL may contain a token. */
const ENDPOINT = 'the token endpoint of the CRM';

/** Timeout of a request, in ms: half the time limit of a workflow action. */
const TIMEOUT_MS = 10_000;

/** Lifetime of an access token if the CRM does not report it, in ms. The CRM's usual value. */
const DEFAULT_LIFETIME_MS = 1_800_000;

/** Exchanges a grant for tokens. Rejects with a TokenError. */
export async function requestTokens(context: TokenRequestContext, grant: TokenGrant): Promise<IssuedTokens> {
  const before = context.now();
  const { status, body } = await ask(context, context.profile.paths.oauthToken, grant);
  if (status !== 200) {
    throw refusal(status, body, grant.grant_type);
  }
  const { access_token: access, refresh_token: refresh, expires_in: life, hub_id: portal, scopes } = members(body);
  if (typeof access !== 'string' || access === '') {
    throw new TokenError('unavailable', 'the response of the CRM has no access token');
  }
  learnToken(access);
  const seconds = Number(life);
  return {
    accessToken: access,
    refreshToken: typeof refresh === 'string' && refresh !== '' ? refresh : undefined,
    expiresAt: before + (Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS),
    portalId: idIn(portal),
    scopes: Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === 'string') : undefined,
  };
}

/** Returns the portal of an access token. Rejects with a TokenError. */
export function portalOfToken(context: TokenRequestContext, accessToken: string): Promise<number> {
  return idOfToken(context, accessToken, 'hub_id', 'portal');
}

/** Returns the CRM's id of the app that an access token was issued for. Rejects with a TokenError. */
export function appOfToken(context: TokenRequestContext, accessToken: string): Promise<number> {
  return idOfToken(context, accessToken, 'app_id', 'app');
}

async function idOfToken(context: TokenRequestContext, token: string, member: string, what: string): Promise<number> {
  const form = { token, token_type_hint: 'access_token' };
  const { status, body } = await ask(context, context.profile.paths.oauthIntrospection, form);
  const id = status === 200 ? idIn(members(body)[member]) : undefined;
  if (id === undefined) {
    throw new TokenError('unavailable', `the CRM did not report the ${what} of the token (it answered ${status})`);
  }
  return id;
}

/** Reads an id, which is a positive integer or its digits. */
function idIn(value: unknown): number | undefined {
  const id = Number(value);
  return (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(id) && id > 0
    ? id
    : undefined;
}

/** Returns a reserved binding. A missing one is `refused`, since a retry does not help. */
function credential({ env }: TokenRequestContext, name: string): string {
  const value = binding(env, name);
  if (value === undefined) {
    throw new TokenError('refused', `cannot request a token: the secret ${name} is not bound`);
  }
  return value;
}

/** Posts a form with the credentials of the app. */
async function ask(
  context: TokenRequestContext,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown }> {
  const origin = crmOrigin(context);
  const body = new URLSearchParams({
    ...form,
    client_id: credential(context, 'CRM_CLIENT_ID'),
    client_secret: credential(context, 'CRM_CLIENT_SECRET'),
  });
  try {
    const request: RequestInit = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: body.toString(),
      redirect: 'manual', // the credentials are for this origin only
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const response = await context.fetch(origin + path, request);
    return { status: response.status, body: await parsedBody(response, `${ENDPOINT} answered`) };
  } catch (error) {
    // Other causes may contain the URL, which may contain a token.
    const isTooLarge = (error as { readonly code?: unknown } | null)?.code === 'response_too_large';
    throw new TokenError('unavailable', isTooLarge ? (error as Error).message : `${ENDPOINT} gave no answer`);
  }
}

function members(body: unknown): Record<string, unknown> {
  return isObject(body) ? body : {};
}

/** Returns the CRM's error code, such as BAD_AUTH_CODE. Its message may repeat secrets and is omitted. */
function reasonOf(body: unknown): string | undefined {
  const { status, error } = members(body);
  return [status, error].find((word): word is string => typeof word === 'string' && /^[A-Za-z_]{1,64}$/.test(word));
}

function refusal(status: number, body: unknown, grant: TokenGrant['grant_type']): TokenError {
  const reason = reasonOf(body);
  if (status >= 500 || status === 429 || status < 400 || reason === undefined) {
    return new TokenError('unavailable', `${ENDPOINT} answered ${status}`);
  }
  const { error } = members(body);
  const isLost = reason === 'BAD_REFRESH_TOKEN' || (grant === 'refresh_token' && error === 'invalid_grant');
  return new TokenError(isLost ? 'consent_lost' : 'refused', `${ENDPOINT} answered ${status} ${reason}`);
}
