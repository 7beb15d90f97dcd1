/** GET /oauth-start[?portal=]: redirects the browser to the CRM's consent page. `portal` preselects the account. */

import { sealingKeyId } from '../../actors/core/seal.ts';
import { crmPages } from '../../crm/origin.ts';
import { binding } from '../../platform/env.ts';
import { RouteError, invalidInput } from '../../platform/errors.ts';
import { readPortalId } from '../../protocol/install.ts';
import type { AppRequestContext } from '../../protocol/request-context.ts';
import { beginningBrowser, cookieOf } from '../oauth/browser.ts';
import { configured, makeState } from '../oauth/oauth-state.ts';
import { redirect, withErrorPage } from '../oauth/page.ts';
import type { AppCall } from '../request/route.ts';

export function oauthStart(call: AppCall): Promise<Response> {
  return withErrorPage(call.request, () => start(call));
}

/** Returns the redirect URI. The CRM requires the same one for consent and code exchange. */
export function redirectUri(url: URL): string {
  return `${url.origin}/oauth-callback`;
}

/** Checks, before the consent, that an install can complete. @throws RouteError */
export function requireOAuth({ manifest, env }: AppRequestContext): void {
  if (manifest.app.auth !== 'oauth') {
    throw new RouteError('not_found', 'this app has static auth; install it from its page in the CRM');
  }
  configured(() => sealingKeyId(env));
  for (const name of ['CRM_CLIENT_ID', 'CRM_CLIENT_SECRET']) {
    if (binding(env, name) === undefined) {
      throw new RouteError('not_configured', `cannot install the app: bind the secret ${name}`);
    }
  }
}

async function start(call: AppCall): Promise<Response> {
  requireOAuth(call);
  const { env, host, url, request, manifest, profile } = call;
  const browser = beginningBrowser(url, request.headers, url.searchParams.get('from') === 'callback');
  const query = {
    client_id: binding(env, 'CRM_CLIENT_ID') ?? '',
    redirect_uri: redirectUri(url),
    scope: manifest.app.scopes.join(' '),
    ...(manifest.app.optionalScopes.length > 0 && { optional_scope: manifest.app.optionalScopes.join(' ') }),
    state: await makeState(env, browser.secret, host.now()),
  };
  // The platform requires %20 between scopes; URLSearchParams writes a plus.
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const path = authorizePath(profile.authorizePath, url.searchParams.get('portal'));
  return redirect(`${crmPages(call)}${path}?${text.join('&')}`, cookieOf(url, browser));
}

/** Returns the consent page's path. A portal's id precedes the last segment: /oauth/7/authorize. */
function authorizePath(path: string, portal: string | null): string {
  if (portal === null) {
    return path;
  }
  const id = readPortalId(portal);
  if (id === null) {
    throw invalidInput('portal', 'portal must be a portal id');
  }
  const last = path.lastIndexOf('/');
  return `${path.slice(0, last)}/${id}${path.slice(last)}`;
}
