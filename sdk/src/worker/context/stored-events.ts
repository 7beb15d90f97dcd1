/** Sends one batch of an install's app events to the CRM, within its rate limits. */

import type { AppEventDefinition } from '../../declare/app-event.ts';
import { isBackpressure } from '../../crm/gate/backpressure.ts';
import { makeSend } from '../../crm/send.ts';
import { Deadline, TIMED_OUT } from '../../platform/deadline.ts';
import { RouteError } from '../../platform/errors.ts';
import { makeLogger } from '../../platform/logger.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { EventsStepArguments, EventsStepResult } from '../../protocol/app-events.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { EventName } from './event-name.ts';
import { postAppEvents } from './post-app-events.ts';
import { type CrmCaller, crmOptions } from '../install/crm-options.ts';
import { installFrom } from '../install/install.ts';
import { cutSecrets } from '../../platform/secrets.ts';

/** Time limit of one batch, in ms. */
const SENDING_MS = 20_000;

/** Sends the occurrences of one step. */
export async function sendStored(
  context: RequestContext,
  event: AppEventDefinition,
  { occurrences, install: named }: EventsStepArguments,
): Promise<EventsStepResult> {
  const deadline = new Deadline(SENDING_MS, context.host.now());
  try {
    const install = await installFrom(context, named);
    const send = makeSend(crmOptions(context, install, callerOf(context), deadline.deadlineSignal));
    const name = new EventName(context, install.id as string, event);
    const refused = await deadline.within(postAppEvents(send, context.profile.paths.appEvents, name, occurrences));
    if (refused === TIMED_OUT) {
      throw new Error(`the CRM did not answer within ${SENDING_MS / 1000} seconds`);
    }
    return { refused };
  } catch (error) {
    if (isBackpressure(error)) {
      return { waitMs: error.retryAfterSeconds * 1000 };
    }
    if (error instanceof RouteError) {
      throw new ActorError(error.code, error.message);
    }
    throw error;
  } finally {
    deadline.end();
  }
}

/** Returns a caller without an invocation. */
function callerOf({ host, worker }: RequestContext): CrmCaller {
  const origin = { worker: worker.worker.name, capabilityId: null, kind: null, invocation: '' };
  return {
    surface: 'app-events',
    logger: makeLogger(origin, host, worker.app.redaction?.fields ?? []),
    crmCall: (call) => host.observe({ type: 'crmCall', invocation: '', ...call, path: cutSecrets(call.path) }),
  };
}
