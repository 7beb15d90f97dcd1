/**
 * /_svc/control/billing/{install}: sets what an install has paid for, and reads its usage.
 *
 * Both routes return `{ok, billing: {install, snapshot, plan, status, features, meters}}`. A meter has the `used`,
 * `reserved` and `limit` of its period, and the usage of the previous one. Period times are ISO 8601 in UTC.
 */

import type { BillingView } from '../../../actors/install/billing.ts';
import type { Period } from '../../../actors/install/billing-period.ts';
import { readBillingSnapshot } from '../../../actors/install/billing-snapshot.ts';
import type { AppBillingDeclaration } from '../../../declare/billing.ts';
import { parseObject } from '../../../platform/body.ts';
import { RouteError, json } from '../../../platform/errors.ts';
import { withCodes } from '../../request/actor-errors.ts';
import type { AppCall } from '../../request/route.ts';
import { described, installId } from './installs.ts';
import { readChecked } from './read-checked.ts';

/** GET: returns the billing state and usage. */
export async function showBilling(call: AppCall): Promise<Response> {
  catalogOf(call);
  const id = installId(call);
  await described(call, id);
  return shown(call, id);
}

/** PUT: replaces the billing state. The version must be newer than the stored one. */
export async function putBilling(call: AppCall): Promise<Response> {
  const { host, request } = call;
  const body = parseObject(request.headers, request.body);
  const snapshot = readChecked(() => readBillingSnapshot(body, catalogOf(call)));
  const id = installId(call);
  await described(call, id);
  await withCodes(host.actor('InstallActor', id, 'billingPut', snapshot), 'version_conflict');
  return shown(call, id);
}

function catalogOf({ manifest }: AppCall): AppBillingDeclaration {
  const { billing } = manifest.app;
  if (billing === undefined) {
    throw new RouteError('not_found', 'the running app declares no billing catalog; add billing to defineApp');
  }
  return billing;
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
