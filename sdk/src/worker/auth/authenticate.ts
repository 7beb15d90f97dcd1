/** Verifies the sender of a request. Every check fails closed. */

import { binding } from '../../platform/env.ts';
import { RouteError } from '../../platform/errors.ts';
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
  'card-signature': (request, { env, host, profile }) =>
    verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now()),
  'delivery-signature': async (request, { env, host, profile }) => {
    await verifySignatureV3(request, profile.headerPrefix, clientSecret(env), host.now());
    rejectCards(request);
  },
  'action-signature': async (request, { env, host, profile, requireV3 }) => {
    const verify = requireV3 ? verifySignatureV3 : verifyActionSignature;
    await verify(request, profile.headerPrefix, clientSecret(env), host.now());
    rejectCards(request);
  },
};

/** Query parameters that the platform appends only to card requests, before it signs them. */
const CARD_PARAMETERS = ['portalId', 'userId', 'userEmail', 'appId'];

/**
 * Rejects requests that were signed for a card. The platform signs any URL and body that a card sends, and the card's
 * user controls both. A portal in such a body is not trustworthy.
 */
function rejectCards({ url }: RawRequest): void {
  // Actions and deliveries have no query, and need no parser, an object of the host.
  if (url.includes('?') && CARD_PARAMETERS.some((name) => new URL(url).searchParams.has(name))) {
    throw new RouteError(
      'signature_invalid',
      'the platform signed this request for a card, and a card can call only card backends',
    );
  }
}

/** Verifies the sender. @throws RouteError if the request is not authentic */
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
    throw new RouteError('not_configured', 'cannot verify the signature: bind the secret CRM_CLIENT_SECRET');
  }
  return secret;
}
