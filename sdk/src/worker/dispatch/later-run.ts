/** Runs one attempt of a scheduled call. */

import { backpressureMessage } from '../../crm/gate/backpressure.ts';
import { RouteError } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { LaterStepArguments, LaterStepResult } from '../../protocol/later.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { NO_OBJECT } from '../context/context.ts';
import { installFrom } from '../install/install.ts';
import type { Outcome } from '../invocation/outcome.ts';
import { toolOrCard } from '../request/find-capability.ts';
import { runAlone } from './run-alone.ts';

/** @param request what the handler has as `ctx.request` */
export async function runLater(
  context: RequestContext,
  { capability, kind, input, install, token }: LaterStepArguments,
  request: RawRequest,
): Promise<LaterStepResult> {
  try {
    const outcome = await runAlone({
      context,
      capability: toolOrCard(context.worker, capability, kind),
      surface: 'invoke',
      input,
      request,
      install: await installFrom(context, install),
      enrolledObject: NO_OBJECT,
      deliveryKey: token,
    });
    return outcome === undefined ? { status: 'failed', message: 'it returned a stream' } : resultOf(outcome);
  } catch (error) {
    if (error instanceof RouteError && error.code === 'unknown_capability') {
      throw new ActorError(error.code, error.message);
    }
    if (error instanceof RouteError) {
      return { status: 'failed', message: error.message };
    }
    throw error;
  }
}

function resultOf(outcome: Outcome): LaterStepResult {
  switch (outcome.status) {
    case 'error':
      return { status: 'repeat', message: outcome.message };
    case 'retry-later':
      return { status: 'wait', message: outcome.message, waitSeconds: outcome.retryAfterSeconds };
    case 'backpressure': {
      const { retryAfterSeconds } = outcome;
      return { status: 'wait', message: backpressureMessage(retryAfterSeconds), waitSeconds: retryAfterSeconds };
    }
    default:
      return { status: 'done' };
  }
}
