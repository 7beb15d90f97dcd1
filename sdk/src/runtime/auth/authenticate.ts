/** One check for each way in which a route is authenticated. All of them fail closed. */

import { binding } from '../env.ts';
import { Refusal } from '../errors.ts';
import type { Authentication } from '../routes/route.ts';
import type { BasePlace } from '../site.ts';
import { verifyGrant } from './grant.ts';
import { verifyActionSignature } from './signature-v2.ts';
import { type RawRequest, verifySignatureV3 } from './signature-v3.ts';

type Check = (request: RawRequest, place: BasePlace) => Promise<void>;

const CHECKS: Readonly<Record<Authentication, Check>> = {
  none: async () => {},
  own: async () => {},
  grant: (request, { env, host }) => verifyGrant(request, env, host),
  'signature-v3': async (request, { env, host, profile }) =>
    verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now()),
  'action-signature': async (request, { env, host, profile }) =>
    verifyActionSignature(request, profile.headerPrefix, clientSecret(env), host.now()),
};

/** Throws a Refusal unless the request may enter. */
export function authenticate(authentication: Authentication, request: RawRequest, place: BasePlace): Promise<void> {
  return CHECKS[authentication](request, place);
}

function clientSecret(env: BasePlace['env']): string {
  const secret = binding(env, 'CRM_CLIENT_SECRET');
  if (secret === undefined) {
    throw new Refusal('not_configured', 'the secret CRM_CLIENT_SECRET is not bound, so no signature can be checked');
  }
  return secret;
}
