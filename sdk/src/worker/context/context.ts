/** Creates the `HandlerContext` of a handler. */

import type { InstallAccess } from '../../context/hand-off.ts';
import type { HandlerContext } from '../../context/handler.ts';
import type { EnrolledObject, InstallContext } from '../../context/install.ts';
import { makeCrmClient } from '../../crm/client.ts';
import { crmOrigin } from '../../crm/origin.ts';
import { makeSend } from '../../crm/send.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import { visibleEnv } from '../../platform/env.ts';
import { makeHttpClient } from '../../platform/http-client.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { untilTimeIsUp } from '../../platform/time-limit.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { makeBilling } from '../billing/context.ts';
import { crmOptions } from '../install/crm-options.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { makeAppEvents } from './app-events.ts';
import { makeAppObjects } from './app-objects.ts';
import { makeFlags } from './flags.ts';
import { makeStore } from './store.ts';
import { unbound } from './unavailable.ts';

/** The enrolled object of cards and of agents that run without a record. */
export const NO_OBJECT: EnrolledObject = { id: '', objectType: '', properties: {} };

/**
 * Creates the context. Expensive members are created on first access.
 * @param deadlineSignal also the signal of `ctx.request`; after the deadline, no call to the outside succeeds
 */
export function makeContext(
  job: Dispatch,
  invocation: Invocation,
  input: Record<string, unknown>,
  deadlineSignal: DeadlineSignal,
): HandlerContext {
  const { install } = job;
  const requestContext = untilTimeIsUp(job.context, deadlineSignal);
  const access = accessTo(requestContext, install, invocation, deadlineSignal);
  const flags = makeFlags(requestContext, access.install, invocation);
  const billing = makeBilling(requestContext, install);
  const request = once(() => rawRequest(job.request, deadlineSignal.signal));
  const context: HandlerContext = {
    input,
    enrolledObject: job.enrolledObject,
    install: access.install,
    ...(job.execution !== undefined && { execution: job.execution }),
    env: visibleEnv(requestContext.env),
    get crm() {
      return access.crm;
    },
    get appObjects() {
      return access.appObjects;
    },
    get appEvents() {
      return access.appEvents;
    },
    store: access.store,
    http: makeHttpClient({
      fetch: requestContext.host.fetch,
      deadlineSignal,
      crmOrigin: crmOrigin(requestContext),
      logger: invocation.logger,
    }),
    ...(billing !== undefined && { billing }),
    ...(flags !== undefined && { flags }),
    logger: invocation.logger,
    get request() {
      return request();
    },
  };
  return job.members === undefined ? context : Object.assign(context, job.members(invocation, deadlineSignal));
}

/** Returns the members that belong to the install. Without an install, each of their calls rejects. */
export function accessTo(
  requestContext: RequestContext,
  install: BoundInstall,
  invocation: Invocation,
  deadlineSignal: DeadlineSignal,
): InstallAccess {
  if (install.id === null) {
    return {
      install: makeInstall(requestContext, install),
      crm: unbound('ctx.crm'),
      appObjects: unbound('ctx.appObjects'),
      appEvents: unbound('ctx.appEvents'),
      store: unbound('ctx.store'),
    };
  }
  const { id } = install;
  const options = once(() => crmOptions(requestContext, install, invocation, deadlineSignal));
  const crm = once(() => makeCrmClient(options(), requestContext.profile.paths));
  const appEvents = once(() => makeAppEvents(requestContext, id, () => makeSend(options())));
  const appObjects = once(() => makeAppObjects(requestContext.worker.app.objects ?? [], () => crm().objects));
  return {
    install: makeInstall(requestContext, install),
    get crm() {
      return crm();
    },
    get appObjects() {
      return appObjects();
    },
    get appEvents() {
      return appEvents();
    },
    store: makeStore(requestContext.host, install.id),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function makeInstall({ host }: RequestContext, { id, portalId, state, config }: BoundInstall): InstallContext {
  return {
    id,
    portalId,
    state,
    async config<T>() {
      if (config !== undefined) {
        return structuredClone(config) as T;
      }
      return (id === null ? {} : await host.actor('InstallActor', id, 'config', null)) as T;
    },
  };
}

/** Returns a copy of the incoming request with an unread body. */
function rawRequest({ url, method, headers, body }: RawRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, signal, ...(body.length > 0 && { body: body as BodyInit }) });
}
