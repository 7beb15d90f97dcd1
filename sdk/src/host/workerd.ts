/**
 * The host on the edge platform: connects the runtime to workerd. It is a module of its own beside each worker's
 * bundle (see codegen/edge); the bundle is the same as in the local host.
 *
 * A promise, timer or fetch belongs to the request that made it here: nothing in this module is kept between requests
 * but plain data.
 */

import {
  DurableObject,
  type DurableObjectState,
  type Environment,
  type ExecutionContext,
  WorkerEntrypoint,
} from 'cloudflare:workers';
import { ACTOR_PROTOCOL, readAnswer } from '../actors/actor.ts';
import type { ActorState, ActorTable, AppParts } from '../actors/actor-part.ts';
import { type OpenActor, openActor } from '../actors/open.ts';
import { actorStore } from '../actors/store.ts';
import { answerStep, faultOf } from '../runtime/answer-step.ts';
import type { ServedApp } from '../runtime/app.ts';
import { describeThrown } from '../runtime/checkpoint.ts';
import type { ActorClass, Host, Occasion } from '../runtime/host.ts';
import type { ServedWorker } from '../runtime/worker.ts';
import { kvTexts } from './kv-texts.ts';

/** What an actor's binding gives: the edge passes texts, since it would drop the code of an error. */
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

/** The binding of each class of actors. */
const BINDINGS: Readonly<Record<ActorClass, string>> = {
  InstallActor: 'SVC_INSTALL',
  PortalActor: 'SVC_PORTAL',
  ProjectActor: 'SVC_PROJECT',
};

/** One host for each set of bindings: a worker has one, which lasts as long as its isolate. */
const hosts = new WeakMap<Environment, Host>();

function hostOf(env: Environment): Host {
  let host = hosts.get(env);
  if (host === undefined) {
    host = makeHost(env);
    hosts.set(env, host);
  }
  return host;
}

function makeHost(env: Environment): Host {
  return {
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    log: (line) => console[line.level](JSON.stringify(line)),
    observe(observation) {
      if (observation.type !== 'crmCall') {
        console[observation.type === 'error' ? 'error' : 'log'](JSON.stringify(observation));
      }
    },
    async actor(className, name, method, args) {
      const namespace = env[BINDINGS[className]] as ActorNamespace | undefined;
      if (namespace === undefined) {
        throw new Error(`the binding ${BINDINGS[className]} is missing: no ${className} can be called`);
      }
      const text = JSON.stringify(args ?? null);
      // A new stub each time: one that has failed stays broken.
      const call = () => namespace.get(namespace.idFromName(name)).call(ACTOR_PROTOCOL, name, method, text);
      try {
        return readAnswer(await call());
      } catch (error) {
        if (!isPassing(error)) {
          throw error;
        }
        return readAnswer(await call());
      }
    },
    async worker(name, step, args) {
      const binding = `WORKER_${name.toUpperCase().replaceAll('-', '_')}`;
      const service = env[binding] as StepStub | undefined;
      if (service === undefined) {
        throw new Error(`the binding ${binding} is missing: the worker ${JSON.stringify(name)} cannot be called`);
      }
      return readAnswer(await service.step(step, JSON.stringify(args ?? null)));
    },
  };
}

/** Whether the platform says that the same call may succeed now: it restarts objects, with each deploy for one. */
function isPassing(error: unknown): boolean {
  const { retryable, overloaded } = (error ?? {}) as { readonly retryable?: boolean; readonly overloaded?: boolean };
  return retryable === true && overloaded !== true;
}

function occasionOf(env: Environment, ctx: ExecutionContext): Occasion {
  return { host: hostOf(env), waitUntil: (promise) => ctx.waitUntil(promise) };
}

/** The handlers of a module worker. */
interface Handler {
  fetch(request: Request, env: Environment, ctx: ExecutionContext): Promise<Response>;
  scheduled?(event: { cron: string; scheduledTime: number }, env: Environment, ctx: ExecutionContext): Promise<void>;
}

/** What the module of a user worker exports. */
export function serveWorker(worker: ServedWorker): { handler: Handler; SvcEntrypoint: typeof WorkerEntrypoint } {
  return {
    handler: {
      fetch(request, env, ctx) {
        const answer = worker.fetch(request, env, occasionOf(env, ctx));
        ctx.waitUntil(answer); // when a caller goes away the edge ends all else half way, and no record would be left
        return answer;
      },
      scheduled: ({ cron, scheduledTime }, env, ctx) =>
        worker.scheduled({ cron, scheduledTime: Number(scheduledTime) }, env, occasionOf(env, ctx)),
    },
    /** Has no public route: only the app worker is bound to it. */
    SvcEntrypoint: class extends WorkerEntrypoint {
      step(step: string, args: string): Promise<string> {
        const occasion = occasionOf(this.env, this.ctx);
        return answerStep(
          () => worker.step(step, JSON.parse(args), this.env, occasion),
          (error) => occasion.host.observe(faultOf(error, worker.name)),
        );
      }
    },
  };
}

/** What the module of the app worker exports. */
export function serveApp(app: ServedApp): { handler: Handler } & Record<ActorClass, typeof DurableObject> {
  const { actors, parts } = app;
  return {
    handler: { fetch: (request, env, ctx) => app.fetch(request, env, occasionOf(env, ctx)) },
    InstallActor: durableObject('InstallActor', actors.InstallActor, parts),
    PortalActor: durableObject('PortalActor', actors.PortalActor, parts),
    ProjectActor: durableObject('ProjectActor', actors.ProjectActor, parts),
  };
}

/** When an alarm comes again that found state it cannot use, in milliseconds: a deploy may have changed that. */
const UNUSABLE_PAUSE_MS = 600_000;

/** The class of Durable Objects that runs an actor over its SQLite storage. */
export function durableObject(className: ActorClass, table: ActorTable, parts: AppParts): typeof DurableObject {
  return class extends DurableObject {
    #actor: OpenActor | undefined;

    call(protocol: number, name: string, method: string, args: string): Promise<string> {
      return this.#open(name).call(protocol, method, args);
    }

    async alarm(): Promise<void> {
      const name = readName(this.ctx);
      if (name === undefined) {
        return;
      }
      try {
        await this.#open(name).alarm();
      } catch (error) {
        // Told to the platform it would be tried a few times and then given up: what is due would be lost.
        const { message, stack } = describeThrown(error);
        actorLog(hostOf(this.env), className, name)('error', message, { stack });
        void this.ctx.storage.setAlarm(Date.now() + UNUSABLE_PAUSE_MS);
      }
    }

    #open(name: string): OpenActor {
      return (this.#actor ??= openActor(table, platformOf(className, name, this.ctx, this.env), this.env, parts));
    }
  };
}

function platformOf(
  className: ActorClass,
  name: string,
  ctx: DurableObjectState,
  env: Environment,
): Parameters<typeof openActor>[1] {
  const host = hostOf(env);
  const { now, fetch, actor, worker } = host;
  const { storage } = ctx;
  return {
    className,
    name,
    store: actorStore(kvTexts(storage)),
    setAlarm(at) {
      if (readName(ctx) === undefined) {
        writeName(ctx, name); // an alarm comes without it. Asked each time: a transaction may have taken it back
      }
      // Not awaited: the platform holds back whatever leaves the object until it is durable. Never for the time of
      // the alarm that is running: the platform never fires the new one then.
      void (at === null ? storage.deleteAlarm() : storage.setAlarm(Math.max(at, now() + 1)));
    },
    now,
    fetch,
    actor,
    worker,
    log: actorLog(host, className, name),
  };
}

/** Lines of an actor's log: no invocation has a part in them. */
function actorLog({ log, now }: Host, className: ActorClass, name: string): ActorState['log'] {
  const origin = { worker: `${className} ${name}`, capabilityId: null, kind: null, invocation: '' };
  return (level, message, fields) => log({ at: now(), level, message, ...origin, ...(fields && { fields }) });
}

/** The actor's name is beside its keys, where nothing that lists or wipes them meets it. */
function readName({ storage }: DurableObjectState): string | undefined {
  storage.sql.exec('CREATE TABLE IF NOT EXISTS actor (name TEXT NOT NULL)');
  return storage.sql.exec('SELECT name FROM actor').toArray()[0]?.['name'] as string | undefined;
}

function writeName({ storage }: DurableObjectState, name: string): void {
  storage.sql.exec('INSERT INTO actor (name) VALUES (?)', name);
}
