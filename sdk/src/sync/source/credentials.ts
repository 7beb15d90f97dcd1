/**
 * The credentials of requests to a source, by the source's `auth`. Secrets are read from their bindings for each
 * request. If a secret is missing, nothing is sent.
 */

import type { SourceDefinition } from '../../capability/source.ts';
import type { SourceAuthDefinition } from '../../declare/source-auth.ts';
import { concat, toHex, utf8 } from '../../platform/bytes.ts';
import { toBase64 } from '../../platform/to-base64.ts';
import { binding } from '../../platform/env.ts';
import { makeMac } from '../../platform/hmac.ts';
import type { Bindings } from '../../platform/host.ts';
import { clientToken, type TokenTransport } from './client-token.ts';
import { DEFAULT_SIGNATURE_HEADER } from './source-hmac.ts';
import { PermanentSyncError } from './sync-errors.ts';

/** A request to authorize. */
export interface Outgoing {
  readonly body: Uint8Array;
  /** The refused credentials, if the request is repeated. */
  readonly refused?: string;
}

/** Returns the headers that authorize a request. */
export type Credentials = (outgoing: Outgoing) => Promise<Readonly<Record<string, string>>>;

/** Returns the source's credentials, or undefined if it has no auth. */
export function credentialsOf(
  source: Pick<SourceDefinition, 'name' | 'auth'>,
  env: Bindings,
  transport: TokenTransport,
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
      throw new PermanentSyncError(`the ${auth.type} auth of the source ${JSON.stringify(source.name)} ${missing}`);
    }
    return value;
  };
  return KINDS[auth.type](auth as never, secret, transport);
}

type Secret = (member: string, name: string | undefined) => string;
type Auth<T> = Extract<SourceAuthDefinition, { type: T }>;

const KINDS: {
  readonly [T in SourceAuthDefinition['type']]: (
    auth: Auth<T>,
    secret: Secret,
    transport: TokenTransport,
  ) => Credentials;
} = {
  bearer: (auth, secret) => async () => ({ authorization: `Bearer ${secret('token', auth.token)}` }),
  basic: (auth, secret) => async () => {
    const user = secret('username', auth.username);
    if (user.includes(':')) {
      throw new PermanentSyncError('the user name of basic auth must not contain a colon');
    }
    return { authorization: `Basic ${toBase64(utf8.encode(`${user}:${secret('password', auth.password)}`))}` };
  },
  oauth2:
    (auth, secret, transport) =>
    async ({ refused }) => {
      const client = { id: secret('clientId', auth.clientId), secret: secret('clientSecret', auth.clientSecret) };
      return { authorization: `Bearer ${await clientToken(auth, client, transport, refused)}` };
    },
  hmac:
    (auth, secret, { now }) =>
    async ({ body }) => {
      const { header = DEFAULT_SIGNATURE_HEADER, prefix = '', encoding = 'hex', timestampHeader } = auth;
      const time = String(Math.floor(now() / 1000));
      const signed = concat([timestampHeader === undefined ? '' : `${time}.`, body]);
      const mac = await makeMac(secret('secret', auth.secret), signed);
      const text = encoding === 'base64' ? toBase64(mac) : toHex(mac);
      return { [header]: prefix + text, ...(timestampHeader !== undefined && { [timestampHeader]: time }) };
    },
};
