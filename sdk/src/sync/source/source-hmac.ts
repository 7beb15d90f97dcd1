/**
 * The signature of a push source: HMAC-SHA256 with a key that the sender and the worker share.
 *
 * The signed text is the raw body. If the source has a `timestampHeader`, that header's value and a full stop precede
 * it (`1767225600.{"id":1}`). A post to one install (`?install=7`) signs that too, before the body
 * (`install=7.{"id":1}`), so that an intercepted post cannot be sent to another install.
 *
 * The time is in whole seconds since the epoch, or in milliseconds if it has 12 digits or more. It may be
 * `toleranceSeconds` old (300 by default) and 60 seconds ahead. The signature is in `header` (`X-Signature` by default)
 * after `prefix`, as hex in either case or as base64.
 */

import type { PushSourceDefinition } from '../../capability/source.ts';
import type { HmacSourceAuth } from '../../declare/source-auth.ts';
import { concat } from '../../platform/bytes.ts';
import { binding } from '../../platform/env.ts';
import { RouteError } from '../../platform/errors.ts';
import { MAX_AHEAD_MS, macFromBase64, macFromHex, verifyMac } from '../../platform/hmac.ts';
import type { Bindings } from '../../platform/host.ts';
import type { RawRequest } from '../../platform/raw-request.ts';

/** The header of the signature. */
export const DEFAULT_SIGNATURE_HEADER = 'X-Signature';

/** Most age of a signature, in seconds: 5 minutes, as for the platform's own requests. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** Digits from which a time is in milliseconds. As seconds it would be past the year 5000. */
const DIGITS_OF_MILLISECONDS = 12;

/**
 * Throws a RouteError unless the request is signed as the source declares. Reads the key from its binding each time.
 */
export async function verifySourceHmac(
  request: RawRequest,
  source: Pick<PushSourceDefinition, 'name' | 'auth'>,
  env: Bindings,
  now: number,
): Promise<void> {
  const auth = hmacOf(source);
  const secret = sharedKey(source.name, auth, env);
  const mac = readMac(auth, headerValue(request, source.name, auth.header ?? DEFAULT_SIGNATURE_HEADER));
  const time = auth.timestampHeader === undefined ? '' : headerValue(request, source.name, auth.timestampHeader);
  if (mac === undefined || (auth.timestampHeader !== undefined && !/^\d{1,15}$/.test(time))) {
    throw new RouteError('signature_invalid', 'the signature or its time is malformed or repeated');
  }
  if (auth.timestampHeader !== undefined) {
    checkTime(Number(time) * (time.length >= DIGITS_OF_MILLISECONDS ? 1 : 1000), now, auth.toleranceSeconds);
  }
  const install = new URL(request.url).searchParams.get('install');
  const signed = concat([time === '' ? '' : `${time}.`, install === null ? '' : `install=${install}.`, request.body]);
  if (!(await verifyMac(secret, mac, signed))) {
    throw new RouteError(
      'signature_invalid',
      'the signature does not match the request; check the shared key, that no proxy alters the body, and that ?install= is signed',
    );
  }
}

function hmacOf({ name, auth }: Pick<PushSourceDefinition, 'name' | 'auth'>): HmacSourceAuth {
  if (auth?.type !== 'hmac') {
    throw new RouteError(
      'not_configured',
      `the push source ${JSON.stringify(name)} declares no hmac auth, so it accepts no posts`,
    );
  }
  return auth;
}

function sharedKey(name: string, { secret }: HmacSourceAuth, env: Bindings): string {
  const key = secret === undefined ? undefined : binding(env, secret);
  if (key === undefined) {
    const missing = secret === undefined ? 'names no secret binding' : `needs the secret ${secret}, which is not bound`;
    throw new RouteError('not_configured', `the hmac auth of the source ${JSON.stringify(name)} ${missing}`);
  }
  return key;
}

function headerValue(request: RawRequest, source: string, header: string): string {
  const value = request.headers.get(header);
  if (value === null) {
    throw new RouteError(
      'signature_missing',
      `the request has no ${header} header; the source ${JSON.stringify(source)} signs what it posts`,
    );
  }
  return value;
}

function readMac({ prefix = '', encoding = 'hex' }: HmacSourceAuth, value: string): Uint8Array | undefined {
  if (!value.startsWith(prefix)) {
    return undefined;
  }
  const text = value.slice(prefix.length);
  return encoding === 'base64' ? macFromBase64(text) : macFromHex(text.toLowerCase());
}

function checkTime(at: number, now: number, toleranceSeconds: number | undefined): void {
  const tolerance = usable(toleranceSeconds) ? toleranceSeconds : DEFAULT_TOLERANCE_SECONDS;
  if (now - at > tolerance * 1000) {
    throw new RouteError('signature_stale', `the signature is older than ${tolerance} seconds`);
  }
  if (at - now > MAX_AHEAD_MS) {
    throw new RouteError('signature_stale', 'the signature is from the future');
  }
}

function usable(seconds: number | undefined): seconds is number {
  return typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds);
}
