/**
 * Verifies grants, which authorize calls from the project's own tools. The worker never holds the control key. It
 * sends the signed text and the MAC to the `ProjectActor`, which verifies the MAC and then consumes the nonce.
 */

import { toHex } from '../../platform/bytes.ts';
import { projectName } from '../../platform/env.ts';
import { type ErrorCode, RouteError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/hmac.ts';
import type { Bindings, Host } from '../../platform/host.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { isActorError } from '../../protocol/actor.ts';

/** Header of a grant: `v1.<key id>.<timestamp ms>.<nonce hex>.<mac hex>`. */
export const GRANT_HEADER = 'X-Svc-Grant';

const GRANT = /^v1\.([A-Za-z0-9_-]{1,64})\.(\d{1,15})\.([0-9a-f]{16,128})\.([0-9a-f]{64})$/;

/** Returns the text that a grant's MAC signs: HMAC-SHA256(control key, text). */
export async function grantText(request: RawRequest, timestamp: string, nonce: string): Promise<string> {
  const url = new URL(request.url);
  return ['v1', request.method, url.pathname + url.search, timestamp, nonce, toHex(await sha256(request.body))].join(
    '\n',
  );
}

/** Verifies the grant. @throws RouteError unless it is authentic, recent and unused */
export async function verifyGrant(request: RawRequest, env: Bindings, host: Host): Promise<void> {
  const header = request.headers.get(GRANT_HEADER);
  if (header === null) {
    throw new RouteError(
      'grant_missing',
      `the request has no ${GRANT_HEADER} header; this route is for the project's own tools`,
    );
  }
  const [, kid, timestamp, nonce, mac] = GRANT.exec(header) ?? [];
  if (kid === undefined || timestamp === undefined || nonce === undefined || mac === undefined) {
    throw new RouteError(
      'grant_invalid',
      `the ${GRANT_HEADER} header is malformed; it is v1.<key id>.<timestamp ms>.<nonce>.<mac>`,
    );
  }
  const text = await grantText(request, timestamp, nonce);
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
