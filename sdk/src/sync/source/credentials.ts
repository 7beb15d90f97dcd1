/**
 * What the requests to a source carry, by the source's `auth`: secrets are read from their bindings when a request is
 * made, and never kept. Without one of them nothing is sent.
 */

import type { SourceDefinition } from '../../capability/source.ts';
import type { SourceAuthDefinition } from '../../declare/source-auth.ts';
import { concat, toHex } from '../../platform/bytes.ts';
import { binding } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { base64 } from './base64.ts';
import { clientToken, type TokenWay } from './client-token.ts';
import { SyncFault } from './fault.ts';
import { DEFAULT_SIGNATURE_HEADER } from './source-hmac.ts';

/** A request that is about to leave. */
export interface Outgoing {
  readonly body: Uint8Array;
  /** The credentials that were refused, when it is sent once more. */
  readonly refused?: string;
}

/** Headers of the request; undefined where the source has no auth. */
export type Credentials = (outgoing: Outgoing) => Promise<Readonly<Record<string, string>>>;

export function credentialsOf(
  source: Pick<SourceDefinition, 'name' | 'auth'>,
  env: Bindings,
  way: TokenWay,
): Credentials | undefined {
  const { auth } = source;
  if (auth === undefined) {
    return undefined;
  }
  const secret = (member: string, name: string | undefined): string => {
    const value = name === undefined ? undefined : binding(env, name);
    if (value === undefined) {
      const missing =
        name === undefined ? `names no binding for ${member}` : `needs the secret ${name}, which is not bound`;
      throw new SyncFault(`the ${auth.type} auth of the source ${JSON.stringify(source.name)} ${missing}`);
    }
    return value;
  };
  return KINDS[auth.type](auth as never, secret, way);
}

type Secret = (member: string, name: string | undefined) => string;
type Auth<T> = Extract<SourceAuthDefinition, { type: T }>;

const KINDS: {
  readonly [T in SourceAuthDefinition['type']]: (auth: Auth<T>, secret: Secret, way: TokenWay) => Credentials;
} = {
  bearer: (auth, secret) => async () => ({ authorization: `Bearer ${secret('token', auth.token)}` }),
  basic: (auth, secret) => async () => {
    const user = secret('username', auth.username);
    if (user.includes(':')) {
      throw new SyncFault('the user name of a basic auth must have no colon');
    }
    return { authorization: `Basic ${base64(utf8.encode(`${user}:${secret('password', auth.password)}`))}` };
  },
  oauth2:
    (auth, secret, way) =>
    async ({ refused }) => {
      const client = { id: secret('clientId', auth.clientId), secret: secret('clientSecret', auth.clientSecret) };
      return { authorization: `Bearer ${await clientToken(auth, client, way, refused)}` };
    },
  hmac:
    (auth, secret, { now }) =>
    async ({ body }) => {
      const { header = DEFAULT_SIGNATURE_HEADER, prefix = '', encoding = 'hex', timestampHeader } = auth;
      const time = String(Math.floor(now() / 1000));
      const mac = await sign(
        secret('secret', auth.secret),
        concat([timestampHeader === undefined ? '' : `${time}.`, body]),
      );
      const text = encoding === 'base64' ? base64(mac) : toHex(mac);
      return { [header]: prefix + text, ...(timestampHeader !== undefined && { [timestampHeader]: time }) };
    },
};

const utf8 = new TextEncoder();

async function sign(key: string, bytes: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', utf8.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes as BufferSource));
}
