/** What is posted to a push source: verified by its hmac, made rows by `receive`, and kept before it is answered. */

import type { PushSourceDefinition } from '../../capability/source.ts';
import { verifySourceHmac } from '../source/source-hmac.ts';
import { parseBody } from '../../platform/body.ts';
import { json } from '../../platform/errors.ts';
import type { Call } from '../../worker/request/route.ts';
import { takePosted } from './push-intake.ts';
import { targetInstalls } from './target-installs.ts';

export async function postedRows(call: Call, source: PushSourceDefinition): Promise<Response> {
  const { env, host, request, url } = call;
  await verifySourceHmac(request, source, env, host.now());
  const event = parseBody(request.headers, request.body);
  const installs = await targetInstalls(call, url.searchParams.get('install'));
  return json(200, { ok: true, rows: await takePosted(call, source, event, installs) });
}
