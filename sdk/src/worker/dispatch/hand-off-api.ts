/** Implements `lookupInstall` and `handOff`, with which a trigger's handler accesses installs. */

import { HAND_OFF_API, type HandOffApi, type HandOffRequest } from '../../context/hand-off.ts';
import { backpressureMessage } from '../../crm/gate/backpressure.ts';
import type { ActionResult } from '../../declare/result.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import { RouteError } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { untilTimeIsUp } from '../../platform/time-limit.ts';
import { type BoundInstall, readPortalId } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { accessTo, NO_OBJECT } from '../context/context.ts';
import { installOf } from '../install/install.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';
import { toolOrCard } from '../request/find-capability.ts';
import { runAlone } from './run-alone.ts';

/** @param endsAt end of the trigger's time limit, in ms since the epoch */
export function makeHandOffApi(context: RequestContext, request: RawRequest, endsAt: number) {
  return (invocation: Invocation, deadlineSignal: DeadlineSignal): { readonly [HAND_OFF_API]: HandOffApi } => ({
    [HAND_OFF_API]: {
      async lookupInstall(portalId) {
        const within = untilTimeIsUp(context, deadlineSignal);
        const install = await installOfPortal(within, portalId);
        return install === undefined ? undefined : accessTo(within, install, invocation, deadlineSignal);
      },
      async handOff(handOffRequest) {
        deadlineSignal.refuseWhenOver();
        const { install, capability, input = {} } = handOffRequest ?? ({} as HandOffRequest);
        const portalId = typeof install === 'object' ? install?.portalId : install;
        const bound = await installOfPortal(context, portalId);
        if (bound === undefined) {
          throw new HandOffError('install_not_found', `the app is not installed in the portal ${String(portalId)}`);
        }
        const isId = typeof capability === 'string';
        const found = toolOrCard(context.worker, isId ? capability : capability?.id, isId ? null : capability?.kind);
        return runHandOff({
          context,
          capability: found,
          surface: 'invoke',
          input,
          request,
          install: bound,
          enrolledObject: NO_OBJECT,
          timeoutMs: Math.max(1, endsAt - context.host.now()),
        });
      },
    },
  });
}

/** Returns the portal's install, or undefined if the app is not installed. */
async function installOfPortal(context: RequestContext, portalId: unknown): Promise<BoundInstall | undefined> {
  try {
    return await installOf(context, readPortalId(portalId));
  } catch (error) {
    if (error instanceof RouteError && error.code === 'install_not_found') {
      return undefined;
    }
    throw error;
  }
}

async function runHandOff(job: Dispatch): Promise<ActionResult<unknown>> {
  const outcome = await runAlone(job);
  if (outcome === undefined) {
    throw new HandOffError(
      'handler_error',
      `${JSON.stringify(job.capability.id)} returned a stream, which only a card can read`,
    );
  }
  return resultOf(outcome);
}

function resultOf(outcome: Outcome): ActionResult<unknown> {
  switch (outcome.status) {
    case 'error':
      throw new HandOffError(outcome.code, outcome.message);
    case 'backpressure': {
      const { retryAfterSeconds } = outcome;
      return { status: 'retry-later', message: backpressureMessage(retryAfterSeconds), retryAfterSeconds };
    }
    default:
      return outcome;
  }
}

/** The error of a `handOff` without an outcome. `svc explain` describes its codes. */
class HandOffError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'HandOffError';
    this.code = code;
  }
}
