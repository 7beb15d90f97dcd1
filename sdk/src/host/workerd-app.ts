/** The host of the app worker on the edge platform. Its actors are classes of Durable Objects. */

import { DurableObject, type DurableObjectState, type Environment } from 'cloudflare:workers';
import type { ActorState, ActorTable } from '../actors/core/actor-part.ts';
import type { ActorPlatform, OpenActor } from '../actors/core/open.ts';
import { actorStore } from '../actors/core/store.ts';
import type { ActorClass, Host } from '../platform/host.ts';
import type { ServedApp } from '../worker/app.ts';
import { kvTexts } from './kv-texts.ts';
import { eventContextOf, type Handler, hostOf } from './workerd-platform.ts';

/** Returns the exports of the app worker's module. */
export function serveApp(app: ServedApp): { handler: Handler } & Record<ActorClass, typeof DurableObject> {
  const { actors } = app;
  return {
    handler: { fetch: (request, env, ctx) => app.fetch(request, env, eventContextOf(env, ctx)) },
    InstallActor: durableObject('InstallActor', actors.InstallActor, app),
    PortalActor: durableObject('PortalActor', actors.PortalActor, app),
    ProjectActor: durableObject('ProjectActor', actors.ProjectActor, app),
  };
}

/** Pause before an alarm is retried whose actor cannot be opened, in ms. A deploy may fix it. */
const UNUSABLE_PAUSE_MS = 600_000;

/** What the actors of an app need of it. */
type ServedActors = Pick<ServedApp, 'parts' | 'openActor' | 'describeThrown'>;

/** Returns the class of Durable Objects that runs an actor over its SQLite storage. */
export function durableObject(className: ActorClass, table: ActorTable, app: ServedActors): typeof DurableObject {
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
        // The platform would retry a failed alarm a few times and then drop it.
        const { message, stack } = app.describeThrown(error);
        actorLog(hostOf(this.env), className, name)('error', message, { stack });
        void this.ctx.storage.setAlarm(Date.now() + UNUSABLE_PAUSE_MS);
      }
    }

    #open(name: string): OpenActor {
      return (this.#actor ??= app.openActor(
        table,
        platformOf(className, name, this.ctx, this.env),
        this.env,
        app.parts,
      ));
    }
  };
}

function platformOf(className: ActorClass, name: string, ctx: DurableObjectState, env: Environment): ActorPlatform {
  const host = hostOf(env);
  const { now, fetch, actor, worker } = host;
  const { storage } = ctx;
  return {
    className,
    name,
    store: actorStore(kvTexts(storage)),
    setAlarm(at) {
      if (readName(ctx) === undefined) {
        writeName(ctx, name); // alarms come without it. Checked each time, since a transaction may have reverted it
      }
      // Not awaited: the platform delays all output until the write is durable. Never the time of the running alarm,
      // since the platform would not fire the new one.
      void (at === null ? storage.deleteAlarm() : storage.setAlarm(Math.max(at, now() + 1)));
    },
    now,
    fetch,
    actor,
    worker,
    log: actorLog(host, className, name),
  };
}

/** Returns the logger of an actor. Its lines belong to no invocation. */
function actorLog({ log, now }: Host, className: ActorClass, name: string): ActorState['log'] {
  const origin = { worker: `${className} ${name}`, capabilityId: null, kind: null, invocation: '' };
  return (level, message, fields) => log({ at: now(), level, message, ...origin, ...(fields && { fields }) });
}

/** Reads the actor's name from its own table, which listing and erasing keys do not touch. */
function readName({ storage }: DurableObjectState): string | undefined {
  storage.sql.exec('CREATE TABLE IF NOT EXISTS actor (name TEXT NOT NULL)');
  return storage.sql.exec('SELECT name FROM actor').toArray()[0]?.['name'] as string | undefined;
}

function writeName({ storage }: DurableObjectState, name: string): void {
  storage.sql.exec('INSERT INTO actor (name) VALUES (?)', name);
}
