/**
 * /_svc/control/billing/{install}: sets what an install has paid for, and reads its usage.
 *
 * Both routes return `{ok, billing: {install, snapshot, plan, status, features, meters}}`. A meter has the `used`,
 * `reserved` and `limit` of its period, and the usage of the previous one. Period times are ISO 8601 in UTC.
 */

import type { BillingView } from '../../../actors/install/billing.ts';
import type { Period } from '../../../actors/install/billing-period.ts';
import { InvalidBillingError, readBillingSnapshot } from '../../../actors/install/billing-snapshot.ts';
import type { AppBillingDeclaration } from '../../../declare/billing.ts';
import { parseObject } from '../../../platform/body.ts';
import { HttpError, json } from '../../../platform/errors.ts';
import { isActorError } from '../../../protocol/actor.ts';
import type { AppCall, AppRoute } from '../../request/route.ts';
import { described, installId } from './installs.ts';

const PATH = /^\/_svc\/control\/billing\/([^/]+)$/;

/** GET: returns the billing state and usage. */
export const showBilling: AppRoute = {
  method: 'GET',
  path: PATH,
  authentication: 'grant',
  async handle(call) {
    catalogOf(call);
    const id = installId(call);
    await described(call, id);
    return shown(call, id);
  },
};

/** PUT: replaces the billing state. The version must be newer than the stored one. */
export const putBilling: AppRoute = {
  method: 'PUT',
  path: PATH,
  authentication: 'grant',
  async handle(call) {
    const { host, request } = call;
    const snapshot = checked(parseObject(request.headers, request.body), catalogOf(call));
    const id = installId(call);
    await described(call, id);
    try {
      await host.actor('InstallActor', id, 'billingPut', snapshot);
    } catch (error) {
      if (isActorError(error) && error.code === 'version_conflict') {
        throw new HttpError('version_conflict', error.message);
      }
      throw error;
    }
    return shown(call, id);
  },
};

function catalogOf({ manifest }: AppCall): AppBillingDeclaration {
  const { billing } = manifest.app;
  if (billing === undefined) {
    throw new HttpError('not_found', 'the app declares no billing catalog; add billing to defineApp, and deploy');
  }
  return billing;
}

function checked(body: Record<string, unknown>, catalog: AppBillingDeclaration) {
  try {
    return readBillingSnapshot(body, catalog);
  } catch (error) {
    if (error instanceof InvalidBillingError) {
      throw new HttpError('invalid_input', error.message, { field: error.field });
    }
    throw error;
  }
}

async function shown({ host }: AppCall, install: string): Promise<Response> {
  const { meters, ...view } = (await host.actor('InstallActor', install, 'billingView', null)) as BillingView;
  const shownMeters = Object.entries(meters).map(([id, { from, to, previous, ...meter }]) => {
    const before = previous && { ...periodOf(previous), used: previous.used };
    return [id, { ...periodOf({ from, to }), ...meter, ...(before && { previous: before }) }];
  });
  return json(200, { ok: true, billing: { install, ...view, meters: Object.fromEntries(shownMeters) } });
}

function periodOf({ from, to }: Period): { readonly periodStart: string; readonly periodEnd: string | null } {
  return { periodStart: new Date(from).toISOString(), periodEnd: to === null ? null : new Date(to).toISOString() };
}
