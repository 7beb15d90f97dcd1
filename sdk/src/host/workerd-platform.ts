/**
 * The edge platform, for both kinds of workers. A promise, timer or fetch belongs to the request that created it, so
 * this module keeps only plain data between requests.
 */

import type { Environment, ExecutionContext } from 'cloudflare:workers';
import type { ActorClass, EventContext, Host } from '../platform/host.ts';
import { ACTOR_PROTOCOL, readAnswer } from '../protocol/actor.ts';

/** The stub of an actor. Calls pass text, since the edge drops the code of an error. */
interface ActorStub {
  call(protocol: number, name: string, method: string, args: string): Promise<string>;
}

interface ActorNamespace {
  idFromName(name: string): unknown;
  get(id: unknown): ActorStub;
}

interface StepStub {
  step(step: string, args: string): Promise<string>;
}

/** The binding of each actor class. */
const BINDINGS: Readonly<Record<ActorClass, string>> = {
  InstallActor: 'SVC_INSTALL',
  PortalActor: 'SVC_PORTAL',
  ProjectActor: 'SVC_PROJECT',
};

/** The console as it is before the runtime makes it redact: lines of the runtime are redacted already. */
const write = { ...console };

/** One host per set of bindings. A worker has one set for the life of its isolate. */
const hosts = new WeakMap<Environment, Host>();

/** Returns the host of a worker with these bindings. */
export function hostOf(env: Environment): Host {
  let host = hosts.get(env);
  if (host === undefined) {
    host = makeHost(env);
    hosts.set(env, host);
  }
  return host;
}

function makeHost(env: Environment): Host {
  return {
    isShared: env[BINDINGS.PortalActor] !== undefined,
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    log: (line) => write[line.level](JSON.stringify(line)),
    observe(observation) {
      if (observation.type === 'error' || observation.type === 'invocation') {
        write[observation.type === 'error' ? 'error' : 'log'](JSON.stringify(observation));
      }
    },
    async actor(className, name, method, args) {
      const namespace = env[BINDINGS[className]] as ActorNamespace | undefined;
      if (namespace === undefined) {
        throw new Error(`cannot call ${className}: the binding ${BINDINGS[className]} is missing`);
      }
      const text = JSON.stringify(args ?? null);
      // A new stub per attempt, since a stub that has failed stays broken.
      const call = () => namespace.get(namespace.idFromName(name)).call(ACTOR_PROTOCOL, name, method, text);
      try {
        return readAnswer(await call());
      } catch (error) {
        if (!isRetryable(error)) {
          throw error;
        }
        return readAnswer(await call());
      }
    },
    async worker(name, step, args) {
      const binding = `WORKER_${name.toUpperCase().replaceAll('-', '_')}`;
      const service = env[binding] as StepStub | undefined;
      if (service === undefined) {
        throw new Error(`cannot call the worker ${JSON.stringify(name)}: the binding ${binding} is missing`);
      }
      return readAnswer(await service.step(step, JSON.stringify(args ?? null)));
    },
  };
}

/** Reports whether a retry may succeed. The platform restarts objects, for example with each deploy. */
function isRetryable(error: unknown): boolean {
  const { retryable, overloaded } = (error ?? {}) as { readonly retryable?: boolean; readonly overloaded?: boolean };
  return retryable === true && overloaded !== true;
}

/** Returns the context of one event. */
export function eventContextOf(env: Environment, ctx: ExecutionContext): EventContext {
  return { host: hostOf(env), waitUntil: (promise) => ctx.waitUntil(promise) };
}

/** The handlers of a module worker. */
export interface Handler {
  fetch(request: Request, env: Environment, ctx: ExecutionContext): Promise<Response>;
  scheduled?(event: { cron: string; scheduledTime: number }, env: Environment, ctx: ExecutionContext): Promise<void>;
}
