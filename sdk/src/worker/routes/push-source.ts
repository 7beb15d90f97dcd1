/** POST /webhooks/{source}: receives rows of a push source. The source's own HMAC authenticates the sender. */

import { RouteError } from '../../platform/errors.ts';
import { unboundInstall } from '../../protocol/install.ts';
import { sourceExtension } from '../../sync/source-extension.ts';
import { installOf } from '../install/install.ts';
import { Invocation } from '../invocation/invocation.ts';
import type { Call } from '../request/route.ts';

/** Reserved source name: `/webhooks/crm` is the CRM's target URL on the app worker. */
const CRM = 'crm';

export function pushSource(call: Call): Promise<Response> {
  const source = call.worker.pushSources.get(call.id);
  if (source === undefined || call.id === CRM) {
    throw new RouteError('not_found', 'no such route'); // only a source has the key of the signature
  }
  return sourceExtension.part.receive(call, source, {
    installOf: (portalId) => installOf(call, portalId),
    begin: (capability, input) =>
      new Invocation({ context: call, capability, surface: 'push', install: unboundInstall(null), input }),
  });
}
