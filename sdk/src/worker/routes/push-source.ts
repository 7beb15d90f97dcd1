/** POST /webhooks/{source}: the sender of a push source posts. The source's own hmac lets it in. */

import { HttpError } from '../../platform/errors.ts';
import { unboundInstall } from '../../protocol/install.ts';
import { engineOf } from '../../sync/engine-of.ts';
import { installOf } from '../install/install.ts';
import { Invocation } from '../invocation/invocation.ts';
import type { Route } from '../request/route.ts';

/** No source may be named so: `/webhooks/crm` is where the CRM delivers to the app worker. */
const CRM = 'crm';

export const pushSource: Route = {
  method: 'POST',
  path: /^\/webhooks\/([^/]+)$/,
  authentication: 'own',
  handle(call) {
    const source = call.worker.pushSources.get(call.id);
    const engine = source && engineOf(source);
    if (source === undefined || engine === undefined || call.id === CRM) {
      throw new HttpError('not_found', 'there is no such route'); // there is no key that the sender could be known by
    }
    return engine.receive(call, source, {
      installOf: (portalId) => installOf(call, portalId),
      begin: (capability) =>
        new Invocation({ context: call, capability, surface: 'push', install: unboundInstall(null) }),
    });
  },
};
