/** /_svc/control/later: lists and cancels the scheduled calls of an install. `install` is as for syncs. */

import type { LaterCall } from '../../../context/later.ts';
import { json, RouteError } from '../../../platform/errors.ts';
import { outgoingText } from '../../../platform/outgoing.ts';
import type { AppCall } from '../../request/route.ts';
import { installOfQuery, limitOf } from './query.ts';

/** GET /_svc/control/later?install=&after=&limit= -> {ok, install, calls, next?}, without inputs, by id */
export async function listLater(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const limit = limitOf(call);
  const after = call.url.searchParams.get('after') ?? undefined;
  const calls = (await call.host.actor('InstallActor', install, 'laterList', { limit, after })) as LaterCall[];
  const shown = calls.map(({ message, ...one }) => ({ ...one, ...(message && { message: outgoingText(message) }) }));
  const next = calls.length === limit ? { next: calls.at(-1)?.id } : {};
  return json(200, { ok: true, install, calls: shown, ...next });
}

/** DELETE /_svc/control/later/{id}?install= -> {ok, install, id} */
export async function cancelLater(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const { host, id } = call;
  if ((await host.actor('InstallActor', install, 'laterCancel', { id, call: crypto.randomUUID() })) !== true) {
    throw new RouteError('unknown_later', `the install ${install} has no waiting call ${JSON.stringify(id)}`);
  }
  return json(200, { ok: true, install, id });
}
