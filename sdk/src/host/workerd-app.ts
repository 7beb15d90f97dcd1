/** The host of the app worker on the edge platform: its routes, and its actors as classes of Durable Objects. */

import { DurableObject, type DurableObjectState, type Environment } from 'cloudflare:workers';
import type { ActorState, ActorTable, AppParts } from '../actors/core/actor-part.ts';
import { type OpenActor, openActor } from '../actors/core/open.ts';
import { actorStore } from '../actors/core/store.ts';
import type { ActorClass, Host } from '../platform/host.ts';
import { describeThrown } from '../platform/thrown.ts';
import type { ServedApp } from '../worker/app.ts';
import { kvTexts } from './kv-texts.ts';
import { eventContextOf, type Handler, hostOf } from './workerd-platform.ts';

/** What the module of the app worker exports. */
export function serveApp(app: ServedApp): { handler: Handler } & Record<ActorClass, typeof DurableObject> {
  const { actors, parts } = app;
  return {
    handler: { fetch: (request, env, ctx) => app.fetch(request, env, eventContextOf(env, ctx)) },
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
