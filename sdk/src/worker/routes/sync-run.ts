/** POST /sync/{id}/run: runs a sync manually for one install. Body: `{install?}`. */

import type { SyncDefinition } from '../../capability/sync.ts';
import { parseObject } from '../../platform/body.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { syncRunOf } from '../dispatch/sync-run.ts';
import { installFrom } from '../install/install.ts';
import type { Call } from '../request/route.ts';

export async function syncRun(call: Call, sync: SyncDefinition): Promise<Response> {
  const { request } = call;
  const { install } = request.body.length === 0 ? {} : parseObject(request.headers, request.body);
  return dispatch(syncRunOf(call, sync, await installFrom(call, install), request));
}
