/** GET /oauth-callback: exchanges the code, with which the CRM redirects the browser, for the install's tokens. */

import type { Registration } from '../../actors/install/tokens.ts';
import { crmPages } from '../../crm/origin.ts';
import { portalOfToken, requestTokens, TokenError, type TokenRequestContext } from '../../crm/token-endpoint.ts';
import { projectName } from '../../platform/env.ts';
import { RouteError } from '../../platform/errors.ts';
import { isActorError } from '../../protocol/actor.ts';
import { beginningBrowser, browserOf, cookieOf } from '../oauth/browser.ts';
import { verifyState } from '../oauth/oauth-state.ts';
import { redirect, withErrorPage } from '../oauth/page.ts';
import { withCodes } from '../request/actor-errors.ts';
import type { AppCall } from '../request/route.ts';
import { redirectUri, requireOAuth } from './oauth-start.ts';

export function oauthCallback(call: AppCall): Promise<Response> {
  return withErrorPage(call.request, () => callback(call));
}

async function callback(call: AppCall): Promise<Response> {
  requireOAuth(call);
  const { url } = call;
  const { code, state, error } = parameters(url);
  if (error !== undefined) {
    throw denied(error);
  }
  if (state === undefined) {
    return sendBack(call);
  }
  await takeState(call, state);
  if (code === undefined) {
    throw new RouteError('oauth_failed', 'the CRM sent no code; begin the install again at /oauth-start');
  }
  const portalId = await install(call, code);
  return redirect(landing(call, portalId), cookieOf(url));
}

/** Returns the final URL: the app's `successUrl` if it is https, else the portal's connected-apps page. */
function landing(call: AppCall, portalId: number): string {
  const { successUrl = '' } = call.manifest.app.install;
  if (/^https:/i.test(successUrl)) {
    return new URL(successUrl).href; // headers allow only ASCII
  }
  return crmPages(call) + call.profile.connectedAppsPath.replace('{portalId}', String(portalId));
}

/** Returns the non-empty parameters of the query. @throws RouteError if one is repeated */
function parameters(url: URL): { code?: string; state?: string; error?: string } {
  const given = (['code', 'state', 'error'] as const).map((name) => {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) {
      throw new RouteError('oauth_state_invalid', `the URL repeats ${name}; begin the install again at /oauth-start`);
    }
    return [name, values[0] === '' ? undefined : values[0]];
  });
  return Object.fromEntries(given) as ReturnType<typeof parameters>;
}

/** Restarts an install that began at the CRM: without state, the owner of its code is unknown. Restarts only once. */
function sendBack({ url, request }: AppCall): Response {
  if (browserOf(url, request.headers)?.isSentBack === true) {
    throw new RouteError(
      'oauth_state_missing',
      'the CRM sent this browser back without its state; check the redirect URLs of the app',
    );
  }
  return redirect('/oauth-start?from=callback', cookieOf(url, beginningBrowser(url, request.headers, false)));
}

async function takeState({ env, host, url, request }: AppCall, state: string): Promise<void> {
  const browser = browserOf(url, request.headers)?.secret ?? '';
  const verified = await verifyState(env, state, browser, host.now());
  const args = { ...verified, use: crypto.randomUUID() };
  try {
    await host.actor('ProjectActor', projectName(env), 'useOAuthState', args);
  } catch (error) {
    throw isActorError(error) && error.code === 'oauth_state_used'
      ? new RouteError('oauth_state_used', `${error.message}; if the app is not installed, begin again at /oauth-start`)
      : error;
  }
}

/** Exchanges the code for tokens and registers the install. */
async function install({ env, host, profile, url }: AppCall, code: string): Promise<number> {
  const context: TokenRequestContext = { env, profile, now: host.now, fetch: host.fetch };
  let registration: Registration;
  try {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri(url) } as const;
    const issued = await requestTokens(context, grant);
    if (issued.refreshToken === undefined) {
      throw new TokenError('refused', 'the CRM returned no refresh token');
    }
    const { accessToken, refreshToken, expiresAt, scopes = [] } = issued;
    const portalId = issued.portalId ?? (await portalOfToken(context, accessToken));
    registration = { portalId, scopes, accessToken, refreshToken, expiresAt };
  } catch (error) {
    throw error instanceof TokenError
      ? new RouteError('oauth_failed', `${error.message}; nothing was stored; begin the install again at /oauth-start`)
      : error;
  }
  const { portalId } = registration;
  await withCodes(host.actor('InstallActor', String(portalId), 'register', registration), 'not_configured');
  return portalId;
}

/** Returns the error of a denied consent. Anyone can forge the query, so only a plain reason code is repeated. */
function denied(error: string): RouteError {
  const reason = /^[A-Za-z_]{1,64}$/.test(error) ? error : 'unknown';
  return new RouteError(
    'oauth_denied',
    `the CRM did not allow the install (${reason}); an administrator of the account must grant every scope`,
    { reason },
  );
}
