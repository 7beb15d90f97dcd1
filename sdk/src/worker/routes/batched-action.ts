/** POST /workflow-actions/{id}/batched/invoke: runs a tool for many records. Each run completes its own callback. */

import { isObject, parseObject } from '../../platform/body.ts';
import { RouteError, json } from '../../platform/errors.ts';
import { inLanes } from '../../platform/lanes.ts';
import { callbackOf, type ItemResult, runItem } from '../dispatch/batch-item.ts';
import { capabilityOf } from '../request/find-capability.ts';
import type { Call } from '../request/route.ts';

/** Maximum number of items per call. The CRM's own batch limit. */
const MAX_ITEMS = 100;

/** Maximum number of concurrent items. Each has a time limit of 20 s. */
const ITEMS_AT_ONCE = 10;

export async function batchedAction(call: Call): Promise<Response> {
  const { worker, request, id } = call;
  const tool = capabilityOf(worker, 'tools', id);
  const { inputs } = parseObject(request.headers, request.body);
  if (!Array.isArray(inputs) || inputs.length > MAX_ITEMS) {
    const message = `inputs must be an array of at most ${MAX_ITEMS} payloads`;
    throw new RouteError('invalid_input', message, { capabilityId: id, field: 'inputs' });
  }
  const results: ItemResult[] = [];
  await inLanes(ITEMS_AT_ONCE, distinct(inputs), async (payload, at) => {
    results[at] = await runItem(call, tool, payload, request);
  });
  return json(200, { ok: results.every(({ ok }) => ok), results });
}

/** Replaces items with a duplicate callback by undefined: they would run twice but complete once. */
function distinct(inputs: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return inputs.map((payload) => {
    const callbackId = isObject(payload) ? callbackOf(payload['callbackId']) : undefined;
    if (callbackId === undefined || seen.has(callbackId)) {
      return undefined;
    }
    seen.add(callbackId);
    return payload;
  });
}
