/** POST /workflow-actions/{id}/invoke: runs a tool for a workflow or an agent of the platform. */

import { andThen } from '../../platform/and-then.ts';
import { parseObject } from '../../platform/body.ts';
import { readActionPayload } from '../dispatch/action-payload.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { installOf } from '../install/install.ts';
import { capabilityOf } from '../request/find-capability.ts';
import type { Call } from '../request/route.ts';

export function workflowAction(call: Call): Response | Promise<Response> {
  const { worker, request, id } = call;
  const capability = capabilityOf(worker, 'tools', id);
  const { portalId, ...read } = readActionPayload(parseObject(request.headers, request.body));
  const surface = read.byAgent ? 'agent' : 'workflow-action';
  return andThen(installOf(call, portalId), (install) =>
    dispatch({ context: call, capability, surface, request, install, ...read }),
  );
}
