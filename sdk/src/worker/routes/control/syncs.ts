/**
 * /_svc/control/syncs and /_svc/control/poison: shows an install's syncs, runs and poison rows, and retries or discards
 * poison rows.
 *
 * `install`, in the query or body, is the id of the install's portal. It is optional with static auth.
 */

import { parseObject } from '../../../platform/body.ts';
import { RouteError, invalidInput, json } from '../../../platform/errors.ts';
import { outgoingText, outgoingValue } from '../../../platform/outgoing.ts';
import { isActorError } from '../../../protocol/actor.ts';
import type { PoisonRow } from '../../../protocol/sync.ts';
import { syncsOf } from '../../../protocol/syncs-of.ts';
import { withCodes } from '../../request/actor-errors.ts';
import type { AppCall } from '../../request/route.ts';
import { installNamed, installOfQuery, limitOf, pageOf } from './query.ts';

/** GET /_svc/control/syncs?install= -> {ok, install, syncs}, with cursor, run and counts of waiting and poison rows */
export async function listSyncs(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  return json(200, { ok: true, install, syncs: await ask(call, install, 'syncList', null) });
}

/** GET /_svc/control/syncs/runs?install=&worker=&sync=&limit= -> {ok, install, runs}, newest first */
export async function listRuns(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const args = { ...namedSync(call, fromQuery(call)), limit: limitOf(call) };
  return json(200, { ok: true, install, runs: await ask(call, install, 'runList', args) });
}

/** GET /_svc/control/poison?install=&worker=&sync=&after=&limit= -> {ok, install, rows, next?}, without data */
export async function listPoison(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const query = fromQuery(call);
  const sync = query['sync'] === undefined ? {} : namedSync(call, query);
  const page = (await pageOf(call, install, 'poisonList', sync)) as PoisonPage;
  return json(200, { ok: true, install, ...page, rows: page.rows.map(shown) });
}

interface PoisonPage {
  readonly rows: readonly Omit<PoisonRow, 'data'>[];
  readonly next?: string;
}

/** Redacts the reason, which may quote the row. */
function shown<Row extends { readonly reason: string }>(row: Row): Row {
  return { ...row, reason: outgoingText(row.reason) };
}

/** GET /_svc/control/poison/{id}?install= -> {ok, install, row}, its data redacted */
export async function showPoison(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const row = (await ask(call, install, 'poisonShow', { id: call.id })) as PoisonRow | null;
  if (row === null) {
    throw new RouteError('unknown_poison_row', `the install ${install} has no poison row ${JSON.stringify(call.id)}`);
  }
  const { fields } = call.manifest.app.redaction;
  return json(200, { ok: true, install, row: { ...shown(row), data: outgoingValue(row.data, fields) } });
}

/** POST /_svc/control/poison/retry: `{install?, ids}` or `{install?, worker?, sync}` -> {ok, install, retried, left} */
export function retryPoison(call: AppCall): Promise<Response> {
  return changed(call, 'poisonRetry');
}

/** POST /_svc/control/poison/discard: the same -> {ok, install, discarded, left} */
export function discardPoison(call: AppCall): Promise<Response> {
  return changed(call, 'poisonDiscard');
}

/** Maximum number of ids per call. */
const MAX_IDS = 500;

async function changed(call: AppCall, method: string): Promise<Response> {
  const { ids, install: named, ...rest } = parseObject(call.request.headers, call.request.body);
  const install = await installNamed(call, named);
  const isList =
    Array.isArray(ids) && ids.length > 0 && ids.length <= MAX_IDS && ids.every((id) => typeof id === 'string');
  if (ids !== undefined && !isList) {
    throw invalidInput('ids', `ids must be an array of 1 to ${MAX_IDS} row ids`);
  }
  const chosen = ids === undefined ? namedSync(call, rest) : { ids };
  return json(200, {
    ok: true,
    install,
    ...((await ask(call, install, method, { ...chosen, call: crypto.randomUUID() })) as object),
  });
}

const fromQuery = ({ url }: AppCall): Record<string, unknown> => Object.fromEntries(url.searchParams);

/** Returns the named sync. `worker` is optional if only one worker has a sync of that id. */
function namedSync(
  { manifest }: AppCall,
  { worker, sync }: Record<string, unknown>,
): { readonly worker: string; readonly sync: string } {
  const known = manifest.workers.flatMap(({ name }) =>
    syncsOf(manifest, name).map(({ id }) => ({ worker: name, sync: id })),
  );
  const found = known.filter((one) => one.sync === sync && (worker === undefined || one.worker === worker));
  const [first] = found;
  if (first === undefined) {
    const names = known.map((one) => `${one.worker}/${one.sync}`).join(', ');
    throw new RouteError(
      'unknown_capability',
      `the project has no sync ${JSON.stringify(sync ?? null)}; it has ${names === '' ? 'none' : names}`,
    );
  }
  if (found.length > 1) {
    const names = found.map((one) => one.worker).join(' or ');
    const message = `${found.length} workers have a sync ${JSON.stringify(sync)}; add worker=${names}`;
    throw invalidInput('worker', message);
  }
  return first;
}

async function ask({ host }: AppCall, install: string, method: string, args: unknown): Promise<unknown> {
  try {
    return await withCodes(host.actor('InstallActor', install, method, args), 'unknown_capability');
  } catch (error) {
    throw isActorError(error) && error.code === 'inbox_full'
      ? new RouteError('inbox_full', error.message, {}, { 'retry-after': '60' })
      : error;
  }
}
