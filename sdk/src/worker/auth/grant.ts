/**
 * Verifies grants, which authorize calls from operators of the app. The worker never holds the control key. It
 * sends the signed text and the MAC to the `ProjectActor`, which verifies the MAC and then consumes the nonce.
 */

import { toHex } from '../../platform/bytes.ts';
import { projectName, projectScope } from '../../platform/env.ts';
import { type ErrorCode, RouteError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/hmac.ts';
import type { Bindings, Host } from '../../platform/host.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { isActorError } from '../../protocol/actor.ts';

/** Header of a grant: `v2.<key id>.<timestamp ms>.<nonce hex>.<mac hex>`. */
const GRANT_HEADER = 'X-Svc-Grant';

/** Version 1 lacks the audience. It is accepted from older tools, until the next major version. */
const GRANT = /^(v[12])\.([A-Za-z0-9_-]{1,64})\.(\d{1,15})\.([0-9a-f]{16,128})\.([0-9a-f]{64})$/;

/** The members of a grant's header that are signed. */
interface SignedMembers {
  readonly version: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/**
 * Returns the text that a grant's MAC signs: HMAC-SHA256(control key, text). Version 2 signs the audience, origin and
 * environment, so that its receiver cannot use the grant elsewhere.
 */
export async function grantText(
  request: RawRequest,
  environment: string,
  { version, timestamp, nonce }: SignedMembers,
): Promise<string> {
  const { origin, pathname, search } = new URL(request.url);
  const audience = version === 'v1' ? [] : [origin, environment];
  const digest = toHex(await sha256(request.body));
  return [version, ...audience, request.method, pathname + search, timestamp, nonce, digest].join('\n');
}

/** Verifies the grant. @throws RouteError unless it is authentic, recent and unused */
export async function verifyGrant(request: RawRequest, env: Bindings, host: Host): Promise<void> {
  const header = request.headers.get(GRANT_HEADER);
  if (header === null) {
    throw new RouteError(
      'grant_missing',
      `the request has no ${GRANT_HEADER} header; this route is for operators of the app`,
    );
  }
  const match = GRANT.exec(header);
  if (match === null) {
    throw new RouteError(
      'grant_invalid',
      `the ${GRANT_HEADER} header is malformed; it is v2.<key id>.<timestamp ms>.<nonce>.<mac>`,
    );
  }
  const [, version = '', kid, timestamp = '', nonce = '', mac] = match;
  const text = await grantText(request, projectScope(env).environment, { version, timestamp, nonce });
  try {
    await host.actor('ProjectActor', projectName(env), 'checkGrant', { kid, text, mac, use: crypto.randomUUID() });
  } catch (error) {
    if (isActorError(error) && GRANT_CODES.has(error.code)) {
      throw new RouteError(error.code as ErrorCode, error.message);
    }
    throw error;
  }
}

const GRANT_CODES: ReadonlySet<string> = new Set(['grant_invalid', 'grant_stale', 'grant_replayed', 'not_configured']);
