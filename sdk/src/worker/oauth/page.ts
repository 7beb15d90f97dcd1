/** Responses of the OAuth routes: HTML for browsers, else JSON. Neither is cached. */

import { type ErrorCode, RouteError } from '../../platform/errors.ts';

/** Responses contain one-time values, and their URLs a code and a state. */
const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Redirects the browser. */
export function redirect(location: string, cookie: string): Response {
  return new Response(null, { status: 302, headers: { ...PRIVATE_HEADERS, location, 'set-cookie': cookie } });
}

/** Runs a route. Its RouteError becomes HTML or JSON, as the request accepts. */
export async function withErrorPage(
  request: { readonly headers: Headers },
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RouteError) {
      return errorPage(error, request);
    }
    throw error;
  }
}

function errorPage(error: RouteError, request: { readonly headers: Headers }): Response {
  const response = error.response();
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) {
    response.headers.set(name, value);
  }
  if (!(request.headers.get('accept') ?? '').includes('text/html')) {
    return response;
  }
  const headers = new Headers(response.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  return new Response(page(error), { status: error.status, headers });
}

/** Codes of errors that a new attempt may avoid. */
const AGAIN: readonly ErrorCode[] = [
  'oauth_denied',
  'oauth_failed',
  'oauth_state_missing',
  'oauth_state_invalid',
  'oauth_state_stale',
  'oauth_state_used',
];

function page({ code, message }: RouteError): string {
  const again = AGAIN.includes(code) ? '<p><a href="/oauth-start">Begin the install again</a></p>' : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The app was not installed</title>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1 style="font-size: 1.4em">The app was not installed</h1>
<p>${escapeHtml(message)}</p>
${again}
<p style="color: #666">Error code: <code>${code}</code></p>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
