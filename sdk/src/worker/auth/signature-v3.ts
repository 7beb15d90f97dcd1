/** The platform's v3 request signature: base64(HMAC-SHA256(client secret, method + URI + raw body + timestamp)). */

import { concat } from '../../platform/bytes.ts';
import { RouteError } from '../../platform/errors.ts';
import { MAX_AHEAD_MS, macFromBase64, verifyMac } from '../../platform/hmac.ts';
import type { RawRequest } from '../../platform/raw-request.ts';

/** Maximum age of a signed request, in ms. The platform sets this limit. */
const MAX_AGE_MS = 300_000;

/** Escapes that the platform decodes before it signs. It keeps all others (%20, %26, %3D ...). */
const DECODED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

/** Returns the URI as the platform signs it: without fragment, and with a fixed set of escapes decoded. */
function signedUri(url: string): string {
  const hash = url.indexOf('#');
  const uri = hash < 0 ? url : url.slice(0, hash);
  if (!uri.includes('%')) {
    return uri;
  }
  return uri.replace(DECODED, (escaped) => String.fromCharCode(parseInt(escaped.slice(1), 16)));
}

/** Verifies a v3 signature. @throws RouteError if it is missing, invalid or too old */
export async function verifySignatureV3(
  request: RawRequest,
  prefix: string,
  secret: string,
  now: number,
): Promise<void> {
  const signature = request.headers.get(`${prefix}-Signature-v3`);
  const timestamp = request.headers.get(`${prefix}-Request-Timestamp`);
  if (signature === null || timestamp === null) {
    const missing = signature === null ? 'Signature-v3' : 'Request-Timestamp';
    throw new RouteError(
      'signature_missing',
      `the request has no ${prefix}-${missing} header; only the CRM platform may call this route`,
    );
  }
  const mac = macFromBase64(signature);
  if (mac === undefined || !/^\d{1,15}$/.test(timestamp)) {
    throw new RouteError('signature_invalid', 'the signature or its timestamp is malformed, or is sent more than once');
  }
  const age = now - Number(timestamp);
  if (age > MAX_AGE_MS || age < -MAX_AHEAD_MS) {
    throw new RouteError(
      'signature_stale',
      age > 0 ? 'the signature is older than 300 seconds' : 'the signature is from the future',
    );
  }
  if (!(await verifyMac(secret, mac, concat([request.method + signedUri(request.url), request.body, timestamp])))) {
    throw new RouteError(
      'signature_invalid',
      'the signature does not match the request; check the client secret, and that no proxy changes the URL or body',
    );
  }
}
