/** /_svc/control/flags: lists, shows, sets and deletes the project's flags. */

import type { FlagSnapshot } from '../../../context/flags.ts';
import { FLAG_KEY } from '../../../flags/shape.ts';
import { readSnapshot, SnapshotError } from '../../../flags/validate.ts';
import { parseObject } from '../../../platform/body.ts';
import { projectName } from '../../../platform/env.ts';
import { type ErrorCode, HttpError, json } from '../../../platform/errors.ts';
import { isActorError } from '../../../protocol/actor.ts';
import type { AppCall, AppRoute } from '../../request/route.ts';

const ONE = /^\/_svc\/control\/flags\/([^/]+)$/;

/** GET /_svc/control/flags -> {ok, flags: {key, type, status, version, updatedAt}[]} */
export const listFlags: AppRoute = {
  method: 'GET',
  path: /^\/_svc\/control\/flags$/,
  authentication: 'grant',
  handle: async (call) => json(200, { ok: true, flags: await ask(call, 'listFlags', null) }),
};

/** GET /_svc/control/flags/{key} -> {ok, flag} */
export const showFlag: AppRoute = {
  method: 'GET',
  path: ONE,
  authentication: 'grant',
  async handle(call) {
    const flag = FLAG_KEY.test(call.id) ? await ask(call, 'flag', { key: call.id }) : null;
    if (flag === null) {
      throw new HttpError('unknown_flag', `the project has no flag ${JSON.stringify(call.id)}`);
    }
    return json(200, { ok: true, flag });
  },
};

/** PUT /_svc/control/flags/{key}: replaces the snapshot. The version must be newer than the stored one. */
export const putFlag: AppRoute = {
  method: 'PUT',
  path: ONE,
  authentication: 'grant',
  async handle(call) {
    const { request, id } = call;
    const flag = checked(parseObject(request.headers, request.body));
    if (flag.key !== id) {
      const message = `the body has key ${JSON.stringify(flag.key)}, but the path names flag ${JSON.stringify(id)}`;
      throw new HttpError('invalid_input', message, { field: 'key' });
    }
    await ask(call, 'putFlag', flag);
    return json(200, { ok: true, flag });
  },
};

/** DELETE /_svc/control/flags/{key} -> {ok, deleted}. Idempotent. */
export const deleteFlag: AppRoute = {
  method: 'DELETE',
  path: ONE,
  authentication: 'grant',
  handle: async (call) =>
    json(200, { ok: true, deleted: FLAG_KEY.test(call.id) && (await ask(call, 'removeFlag', { key: call.id })) }),
};

function checked(body: Record<string, unknown>): FlagSnapshot {
  try {
    return readSnapshot(body);
  } catch (error) {
    if (error instanceof SnapshotError) {
      throw new HttpError('invalid_input', error.message, { field: error.field });
    }
    throw error;
  }
}

const EXPECTED_CODES: readonly string[] = ['version_conflict', 'limit_reached'] satisfies ErrorCode[];

async function ask({ host, env }: AppCall, method: string, args: unknown): Promise<unknown> {
  try {
    return await host.actor('ProjectActor', projectName(env), method, args);
  } catch (error) {
    if (isActorError(error) && EXPECTED_CODES.includes(error.code)) {
      throw new HttpError(error.code as ErrorCode, error.message);
    }
    throw error;
  }
}
