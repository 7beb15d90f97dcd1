/** POST /sync/{id}/run: runs a sync manually for one install. Body: `{install?}`. */

import { parseObject } from '../../platform/body.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { syncExtension } from '../dispatch/sync-extension.ts';
import { installFrom } from '../install/install.ts';
import { capabilityOf } from '../request/find-capability.ts';
import type { Call } from '../request/route.ts';

export async function syncRun(call: Call): Promise<Response> {
  const { worker, request, id } = call;
  const sync = capabilityOf(worker, 'syncs', id);
  const { install } = request.body.length === 0 ? {} : parseObject(request.headers, request.body);
  return dispatch(syncExtension.part(call, sync, await installFrom(call, install), request));
}
