/** POST /_svc/cards/{id}: a card asks its backend. The platform signs the call and says in the query which portal it is. */

import { parseObject } from '../body.ts';
import { NO_OBJECT } from '../context.ts';
import { dispatch } from '../dispatch.ts';
import { capabilityOf } from '../find-capability.ts';
import { installOf, readPortalId } from '../install.ts';
import type { Route } from './route.ts';

export const card: Route = {
  method: 'POST',
  path: /^\/_svc\/cards\/([^/]+)$/,
  authentication: 'signature-v3',
  async handle(call) {
    const { site, request, url, id } = call;
    const capability = capabilityOf(site, 'cardBackends', id);
    const { input } = parseObject(request.headers, request.body); // whatever else is in the body is dropped
    const install = await installOf(call, readPortalId(url.searchParams.get('portalId')));
    return dispatch({ place: call, capability, surface: 'card', input, request, install, enrolledObject: NO_OBJECT });
  },
};
