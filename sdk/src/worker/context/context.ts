/** Creates the `HandlerContext` of a handler. */

import type { AppEventsContext, AppObjectsContext } from '../../context/app-data.ts';
import type { CrmClient } from '../../context/crm.ts';
import type { InstallAccess } from '../../context/hand-off.ts';
import type { HandlerContext } from '../../context/handler.ts';
import type { EnrolledObject, InstallContext } from '../../context/install.ts';
import type { LaterContext } from '../../context/later.ts';
import type { StoreContext } from '../../context/store.ts';
import { makeCrmClient } from '../../crm/client.ts';
import { crmOrigin } from '../../crm/origin.ts';
import { type CrmOptions, makeSend } from '../../crm/send.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import { visibleEnv } from '../../platform/env.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { untilTimeIsUp } from '../../platform/time-limit.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { billingExtension } from '../billing/billing-extension.ts';
import { crmOptions } from '../install/crm-options.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { makeAppEvents } from './app-events.ts';
import { laterExtension } from './later-extension.ts';
import { objectExtension } from './object-extension.ts';
import { flagsExtension } from './flags-extension.ts';
import { httpExtension } from './http-extension.ts';
import { storeExtension } from './store-extension.ts';
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
  const shown = makeInstall(requestContext, install);
  const flags = flagsExtension.member((make) => make(requestContext, shown, invocation));
  const billing = requestContext.worker.app.billing && billingExtension.part.makeBilling(requestContext, install);
  const context = {
    input,
    enrolledObject: job.enrolledObject,
    install: shown,
    ...(job.execution !== undefined && { execution: job.execution }),
    env: visibleEnv(requestContext.env),
    store: storeOf(requestContext, install),
    http: httpExtension.member((make) =>
      make({
        fetch: requestContext.host.fetch,
        deadlineSignal,
        crmOrigin: crmOrigin(requestContext),
        logger: invocation.logger,
      }),
    ),
    ...(billing !== undefined && { billing }),
    ...(flags !== undefined && { flags }),
    logger: invocation.logger,
  };
  const owner = { context: requestContext, install, invocation, deadlineSignal, request: job.request, made: {} };
  const complete = withLazy<HandlerContext>(context, owner, CONTEXT_MEMBERS);
  return job.members === undefined ? complete : Object.assign(complete, job.members(invocation, deadlineSignal));
}

/** Returns the members that belong to the install. Without an install, each of their calls rejects. */
export function accessTo(
  context: RequestContext,
  install: BoundInstall,
  invocation: Invocation,
  deadlineSignal: DeadlineSignal,
): InstallAccess {
  const access = { install: makeInstall(context, install), store: storeOf(context, install) };
  return withLazy<InstallAccess>(access, { context, install, invocation, deadlineSignal, made: {} }, ACCESS_MEMBERS);
}

/** What an object with lazy members creates them from, and those that exist. */
interface Owner {
  readonly context: RequestContext;
  readonly install: BoundInstall;
  readonly invocation: Invocation;
  readonly deadlineSignal: DeadlineSignal;
  readonly request?: RawRequest;
  readonly made: { options?: CrmOptions; crm?: CrmClient };
}

function optionsOf({ context, install, invocation, deadlineSignal, made }: Owner): CrmOptions {
  return (made.options ??= crmOptions(context, install, invocation, deadlineSignal));
}

function crmOf(owner: Owner): CrmClient {
  return (owner.made.crm ??= makeCrmClient(optionsOf(owner), owner.context.profile.paths));
}

/** The members that are created on first access. */
const MAKERS = {
  crm: crmOf,
  appObjects: (owner: Owner): AppObjectsContext =>
    objectExtension.member((make) => make(owner.context, owner.install.id as string, () => crmOf(owner).objects)),
  appEvents: (owner: Owner): AppEventsContext =>
    makeAppEvents(owner.context, owner.install.id as string, () => makeSend(optionsOf(owner))),
  later: ({ context, install }: Owner): LaterContext => laterExtension.member((make) => make(context, install)),
  /** A copy of the incoming request with an unread body. */
  request({ request, deadlineSignal: { signal } }: Owner): Request {
    const { url, method, headers, body } = request as RawRequest;
    return new Request(url, { method, headers, signal, ...(body.length > 0 && { body: body as BodyInit }) });
  },
};

/** The key of an object's `Owner`. */
const OWNER: unique symbol = Symbol('owner');

/**
 * Adds members that are created on first access, as own properties. All objects share the getters: an engine makes a
 * slow dictionary of an object with getters of its own.
 */
function withLazy<T>(object: object, owner: Owner, names: readonly (keyof typeof MAKERS)[]): T {
  Object.defineProperty(object, OWNER, { value: owner });
  for (const name of names) {
    Object.defineProperty(object, name, GETTERS[name]); // faster than defineProperties
  }
  return object as T;
}

function getterOf(name: keyof typeof MAKERS): PropertyDescriptor {
  return {
    get(this: { readonly [OWNER]: Owner }) {
      const owner = this[OWNER];
      const made: Record<string, unknown> = owner.made;
      const isUnbound = owner.install.id === null && name !== 'request';
      return (made[name] ??= isUnbound ? unbound(`ctx.${name}`) : MAKERS[name](owner));
    },
    enumerable: true,
    configurable: true,
  };
}

const GETTERS = {
  crm: getterOf('crm'),
  appObjects: getterOf('appObjects'),
  appEvents: getterOf('appEvents'),
  later: getterOf('later'),
  request: getterOf('request'),
};
const ACCESS_MEMBERS = ['crm', 'appObjects', 'appEvents', 'later'] as const;
const CONTEXT_MEMBERS = [...ACCESS_MEMBERS, 'request'] as const;

function storeOf({ host }: RequestContext, { id }: BoundInstall): StoreContext {
  if (id === null) {
    return unbound('ctx.store');
  }
  return storeExtension.member((make) => make(host, id));
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
