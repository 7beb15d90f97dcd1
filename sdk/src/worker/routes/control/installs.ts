/**
 * /_svc/control/installs: lists, shows, configures, suspends and erases installs.
 *
 * The id of an install is the id of its portal, or `static` for the only install of an app with static auth.
 */

import { parseObject } from '../../../platform/body.ts';
import { projectName } from '../../../platform/env.ts';
import { RouteError, invalidInput, json } from '../../../platform/errors.ts';
import { isActorError } from '../../../protocol/actor.ts';
import { type InstallDescription, readPortalId, STATIC_INSTALL } from '../../../protocol/install.ts';
import { withCodes } from '../../request/actor-errors.ts';
import type { AppCall } from '../../request/route.ts';

/** GET /_svc/control/installs?after=&limit= -> {ok, installs, next?} */
export async function listInstalls({ host, env, url }: AppCall): Promise<Response> {
  const after = url.searchParams.get('after') ?? undefined;
  const limit = url.searchParams.get('limit');
  const args = { after, ...(limit !== null && { limit: /^\d{1,6}$/.test(limit) ? Number(limit) : NaN }) };
  const page = await withCodes(host.actor('ProjectActor', projectName(env), 'listInstalls', args), 'invalid_input');
  return json(200, { ok: true, ...(page as object) });
}

/** GET /_svc/control/installs/{id} -> {ok, install}, with its config */
export async function showInstall(call: AppCall): Promise<Response> {
  const id = installId(call);
  const install = await described(call, id);
  const config = await call.host.actor('InstallActor', id, 'config', null);
  return json(200, { ok: true, install: { ...install, config } });
}

/** PUT /_svc/control/installs/{id}/config: sets what `ctx.install.config()` returns. */
export async function configureInstall(call: AppCall): Promise<Response> {
  const { host, request } = call;
  const config = parseObject(request.headers, request.body);
  const id = installId(call);
  await described(call, id);
  await stored(host.actor('InstallActor', id, 'setConfig', config));
  return showInstall(call);
}

/** PUT /_svc/control/installs/{id}/state: `{"state": "suspended"}` blocks CRM calls, `{"state": "active"}` resumes. */
export async function setInstallState(call: AppCall): Promise<Response> {
  const { host, request } = call;
  const { state } = parseObject(request.headers, request.body);
  const id = installId(call);
  if (state !== 'suspended' && state !== 'active') {
    throw invalidInput('state', 'state must be suspended or active');
  }
  if (id === STATIC_INSTALL) {
    const message =
      'the install of an app with static auth is always active; unbind CRM_ACCESS_TOKEN to block CRM calls';
    throw invalidInput('state', message);
  }
  await withCodes(host.actor('InstallActor', id, 'setInstallState', { state }), 'install_not_found');
  return showInstall(call);
}

/**
 * DELETE /_svc/control/installs/{id}: erases all data of the install and its portal. Idempotent. It also accepts
 * portals without an install. With static auth, `static` erases the install. A portal id then also erases the data of
 * that portal.
 */
export async function eraseInstall(call: AppCall): Promise<Response> {
  const isStatic = call.manifest.app.auth === 'static';
  const portal = call.id === STATIC_INSTALL && isStatic ? [] : [installId(call, true)];
  const id = isStatic ? STATIC_INSTALL : (portal[0] ?? '');
  const portals = isStatic ? [...portal, NO_PORTAL] : portal;
  await call.host.actor('InstallActor', id, 'eraseAll', { portals });
  return json(200, { ok: true, erased: id, portals });
}

/** Name of the actor for data without a portal. */
const NO_PORTAL = 'none';

/** Returns the name of the install's actor. */
export function installId({ id, manifest }: AppCall, anyPortal = false): string {
  if (manifest.app.auth === 'static' && !anyPortal) {
    if (id === STATIC_INSTALL) {
      return id;
    }
    throw new RouteError('install_not_found', 'this app has static auth: its one install is named static');
  }
  const portal = readPortalId(id);
  if (portal === null) {
    throw new RouteError('install_not_found', `invalid install id ${JSON.stringify(id)}: expected a portal id`);
  }
  return String(portal);
}

/** Returns the install. @throws RouteError `install_not_found` */
export async function described({ host }: AppCall, id: string): Promise<InstallDescription> {
  if (id === STATIC_INSTALL) {
    return { id, portalId: null, state: 'active' };
  }
  const description = withCodes(host.actor('InstallActor', id, 'describe', null), 'install_not_found');
  return (await description) as InstallDescription;
}

/** Awaits a write. A body within its limit may still be too large: `1e20` is stored with all its digits. */
async function stored(answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    throw isActorError(error) && error.code === 'value_too_large'
      ? new RouteError('payload_too_large', 'the config exceeds 1 MiB as JSON')
      : error;
  }
}
