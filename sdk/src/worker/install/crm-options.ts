/** How calls for an install go out to the CRM: with its token, at the pace of its portal. */

import type { Logger } from '../../context/logger.ts';
import type { PaceClock } from '../../crm/gate/clock.ts';
import type { Coordinator } from '../../crm/gate/coordinator.ts';
import { Isolate } from '../../crm/gate/isolate.ts';
import { rateMetrics } from '../../crm/gate/metrics.ts';
import { Pacer } from '../../crm/gate/pacer.ts';
import { crmOrigin } from '../../crm/origin.ts';
import type { CrmOptions } from '../../crm/send.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import type { Host } from '../../platform/host.ts';
import { type BoundInstall, STATIC_INSTALL } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';
import { accessToken } from './token.ts';

/** The gates of this isolate: numbers and queues, no promise and no timer. */
const isolate = new Isolate();

/** What of the caller's time no call waits for, in milliseconds: its handler still has to answer. */
const MARGIN_MS = 2_000;

/** Who calls. */
export interface CrmCaller extends Pick<Invocation, 'crmCall'> {
  readonly logger: Logger;
  readonly surface: string;
}

export function crmOptions(
  context: RequestContext,
  install: BoundInstall,
  caller: CrmCaller,
  deadlineSignal: DeadlineSignal,
): CrmOptions {
  const { host, worker } = context;
  const portal = install.id ?? STATIC_INSTALL; // with static auth there is one account, and not every caller knows its id
  const clock: PaceClock = {
    now: host.now,
    setTimeout: (wake, ms) => setTimeout(wake, ms),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  };
  return {
    fetch: host.fetch,
    now: host.now,
    apiOrigin: crmOrigin(context),
    headerPrefix: worker.profile.headerPrefix,
    pacer: new Pacer({
      isolate,
      portal,
      limits: worker.rateLimits,
      clock,
      random: Math.random,
      deadline: deadlineSignal.endsAt - MARGIN_MS,
      ...(host.isShared && { coordinator: deskOf(host, portal), background: context.waitUntil }),
    }),
    ...(worker.rateLimits.metrics && { metrics: rateMetrics(caller.logger, { portal, surface: caller.surface }) }),
    token: (refused) => accessToken(context, install, refused),
    onCall: (call) => caller.crmCall(call),
    deadlineSignal,
  };
}

/** The desk at which the isolates of a portal share its budget (see `actors/portal/pacing.ts`). */
function deskOf({ actor }: Host, portal: string): Coordinator {
  const ask = <T>(method: string, args: unknown) => actor('PortalActor', portal, method, args) as Promise<T>;
  return {
    join: (args) => ask('paceJoin', args),
    acquire: (args) => ask('paceAcquire', args),
    settle: (args) => ask('paceSettle', args),
  };
}
