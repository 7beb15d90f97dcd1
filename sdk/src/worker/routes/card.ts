/** POST /_svc/cards/{id}: a card calls its backend. The platform signs the call and appends the portal to the query. */

import type { CardBackendDefinition } from '../../capability/card-backend.ts';
import { andThen } from '../../platform/and-then.ts';
import { parseObject } from '../../platform/body.ts';
import { invalidInput } from '../../platform/errors.ts';
import { readPortalId } from '../../protocol/install.ts';
import { NO_OBJECT } from '../context/context.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { installOf } from '../install/install.ts';
import { queryValues } from '../request/query-values.ts';
import type { Call } from '../request/route.ts';

export function card(call: Call, capability: CardBackendDefinition): Response | Promise<Response> {
  const { request, url } = call;
  const { input } = parseObject(request.headers, request.body); // other members are ignored
  return andThen(installOf(call, readPortalId(portalOf(url))), (install) =>
    dispatch({ context: call, capability, surface: 'card', input, request, install, enrolledObject: NO_OBJECT }),
  );
}

/**
 * Returns the portal that the platform appended to the URL before it signed it. A portal that the card itself wrote
 * would come first.
 */
function portalOf(url: URL): string | undefined {
  const [portal, ...more] = queryValues(url, 'portalId');
  if (more.length > 0) {
    throw invalidInput('portalId', 'the query has several portalId parameters; a card must not set it');
  }
  return portal;
}
