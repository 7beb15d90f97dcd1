/** One check for each way in which a route is authenticated. All of them fail closed. */

import { binding } from '../../platform/env.ts';
import { HttpError } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { BaseRequestContext } from '../../protocol/request-context.ts';
import type { Authentication } from '../request/route.ts';
import { verifyGrant } from './grant.ts';
import { verifyActionSignature } from './signature-v2.ts';
import { verifySignatureV3 } from './signature-v3.ts';

type Check = (request: RawRequest, context: BaseRequestContext) => Promise<void>;

const CHECKS: Readonly<Record<Authentication, Check>> = {
  none: async () => {},
  own: async () => {},
  grant: (request, { env, host }) => verifyGrant(request, env, host),
  'card-signature': async (request, { env, host, profile }) =>
    verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now()),
  'delivery-signature': async (request, { env, host, profile }) => {
    await verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now());
    refuseCards(request);
  },
  'action-signature': async (request, { env, host, profile }) => {
    await verifyActionSignature(request, profile.headerPrefix, clientSecret(env), host.now());
    refuseCards(request);
  },
};

/** What the platform appends to the query of a card's request, and of no other, before it signs. */
const CARD_PARAMETERS = ['portalId', 'userId', 'userEmail', 'appId'];

/**
 * The platform signs whatever URL and body a card asks for, and the person at the card can choose both: a body that
 * names a portal is to be believed only where the platform wrote it.
 */
function refuseCards({ url }: RawRequest): void {
  const { searchParams } = new URL(url);
  if (CARD_PARAMETERS.some((name) => searchParams.has(name))) {
    throw new HttpError(
      'signature_invalid',
      'the platform signed this for a card, and a card may call card backends only',
    );
  }
}

/** Throws an HttpError unless the request may enter. */
export function authenticate(
  authentication: Authentication,
  request: RawRequest,
  context: BaseRequestContext,
): Promise<void> {
  return CHECKS[authentication](request, context);
}

function clientSecret(env: BaseRequestContext['env']): string {
  const secret = binding(env, 'CRM_CLIENT_SECRET');
  if (secret === undefined) {
    throw new HttpError('not_configured', 'the secret CRM_CLIENT_SECRET is not bound, so no signature can be checked');
  }
  return secret;
}
