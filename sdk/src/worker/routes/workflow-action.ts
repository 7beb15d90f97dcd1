/** POST /workflow-actions/{id}/invoke: runs a tool for a workflow or an agent of the platform. */

import { parseObject } from '../../platform/body.ts';
import { readActionPayload } from '../dispatch/action-payload.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { installOf } from '../install/install.ts';
import { capabilityOf } from '../request/find-capability.ts';
import type { Call } from '../request/route.ts';

export async function workflowAction(call: Call): Promise<Response> {
  const { worker, request, id } = call;
  const capability = capabilityOf(worker, 'tools', id);
  const { portalId, ...read } = readActionPayload(parseObject(request.headers, request.body));
  return dispatch({
    context: call,
    capability,
    surface: read.byAgent ? 'agent' : 'workflow-action',
    request,
    install: await installOf(call, portalId),
    ...read,
  });
}
