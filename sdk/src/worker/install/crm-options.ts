/** Options of CRM calls for an install: its token, and the rate limits of its portal. */

import type { Logger } from '../../context/logger.ts';
import type { PaceClock } from '../../crm/gate/clock.ts';
import type { Coordinator } from '../../crm/gate/coordinator.ts';
import { metricsExtension } from '../../crm/gate/metrics-extension.ts';
import { Pacer } from '../../crm/gate/pacer.ts';
import { strideOf } from '../../crm/gate/stride.ts';
import { crmOrigin } from '../../crm/origin.ts';
import type { CrmOptions } from '../../crm/send.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import type { Host } from '../../platform/host.ts';
import { type BoundInstall, STATIC_INSTALL } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';
import { accessToken } from './token.ts';
import { OWN_TIMER } from '../../platform/deadline.ts';

/** Time that is left for the handler after the last call, in ms. No call waits longer. */
const MARGIN_MS = 2_000;

/** The invocation or step that calls the CRM. */
export interface CrmCaller extends Pick<Invocation, 'crmCall'> {
  readonly logger: Logger;
  readonly surface: string;
}

/** Returns the options of CRM calls. */
export function crmOptions(
  context: RequestContext,
  install: BoundInstall,
  caller: CrmCaller,
  deadlineSignal: DeadlineSignal,
): CrmOptions {
  const { host, worker } = context;
  const portal = install.id ?? STATIC_INSTALL; // static auth has one account, whose id may be unknown
  const clock: PaceClock = {
    now: host.now,
    setTimeout: (wake, ms) => setTimeout(wake, ms, OWN_TIMER),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  };
  return {
    fetch: host.fetch,
    now: host.now,
    apiOrigin: crmOrigin(context),
    headerPrefix: worker.profile.headerPrefix,
    pacer: new Pacer({
      isolate: worker.isolate,
      portal,
      stride: strideOf(caller.surface),
      limits: worker.rateLimits,
      clock,
      random: Math.random,
      deadline: deadlineSignal.endsAt - MARGIN_MS,
      ...(host.isShared && { coordinator: coordinatorOf(host, portal), background: context.waitUntil }),
    }),
    ...(worker.rateLimits.metrics && {
      metrics: metricsExtension.part(caller.logger, { portal, surface: caller.surface }),
    }),
    token: (refused) => accessToken(context, install, refused),
    onCall: (call) => caller.crmCall(call),
    deadlineSignal,
  };
}

/** Returns the coordinator that shares the portal's budget among isolates (see `actors/portal/pacing.ts`). */
function coordinatorOf({ actor }: Host, portal: string): Coordinator {
  const calling = (method: string) => (args: unknown) => actor('PortalActor', portal, method, args) as Promise<never>;
  return {
    join: calling('paceJoin'),
    acquire: calling('paceAcquire'),
    settle: calling('paceSettle'),
    budget: calling('paceBudget'),
  };
}
