/** /_svc/control/flags: lists, shows, sets and deletes the project's flags. */

import { FLAG_KEY } from '../../../flags/shape.ts';
import { readSnapshot } from '../../../flags/validate.ts';
import { parseObject } from '../../../platform/body.ts';
import { projectName } from '../../../platform/env.ts';
import { RouteError, invalidInput, json } from '../../../platform/errors.ts';
import { withCodes } from '../../request/actor-errors.ts';
import type { AppCall } from '../../request/route.ts';
import { readChecked } from './read-checked.ts';

/** GET /_svc/control/flags -> {ok, flags: {key, type, status, version, updatedAt}[]} */
export async function listFlags(call: AppCall): Promise<Response> {
  return json(200, { ok: true, flags: await ask(call, 'listFlags', null) });
}

/** GET /_svc/control/flags/{key} -> {ok, flag} */
export async function showFlag(call: AppCall): Promise<Response> {
  const flag = FLAG_KEY.test(call.id) ? await ask(call, 'flag', { key: call.id }) : null;
  if (flag === null) {
    throw new RouteError('unknown_flag', `the project has no flag ${JSON.stringify(call.id)}`);
  }
  return json(200, { ok: true, flag });
}

/** PUT /_svc/control/flags/{key}: replaces the snapshot. The version must be newer than the stored one. */
export async function putFlag(call: AppCall): Promise<Response> {
  const { request, id } = call;
  const flag = readChecked(() => readSnapshot(parseObject(request.headers, request.body)));
  if (flag.key !== id) {
    const message = `the body has key ${JSON.stringify(flag.key)}, but the path names flag ${JSON.stringify(id)}`;
    throw invalidInput('key', message);
  }
  await ask(call, 'putFlag', { ...flag, call: crypto.randomUUID() });
  return json(200, { ok: true, flag });
}

/** DELETE /_svc/control/flags/{key} -> {ok, deleted}. Idempotent. */
export async function deleteFlag(call: AppCall): Promise<Response> {
  const isDeleted =
    FLAG_KEY.test(call.id) && (await ask(call, 'removeFlag', { key: call.id, call: crypto.randomUUID() }));
  return json(200, { ok: true, deleted: isDeleted });
}

function ask({ host, env }: AppCall, method: string, args: unknown): Promise<unknown> {
  return withCodes(host.actor('ProjectActor', projectName(env), method, args), 'version_conflict', 'limit_reached');
}
