/**
 * The state side of the local host: the app worker of `svc dev` and `svc dev invoke`, its actors over a store in Go.
 *
 * HOST PROTOCOL, STATE VM (version 2). The Go side of it is `devserver` over `internal/store`. Every function takes
 * one string and gives one string; JSON text unless said otherwise. Times are milliseconds since the epoch.
 * An actor is one (class, name) pair; each has a key space and one alarm of its own.
 *
 * Bound by the host before this script is loaded. The store functions are synchronous and see the writes that were
 * made before them; an error that Go returns is thrown here as an Error:
 *
 *   __svc_store_get({class, name, key})             -> the value's text as it was put, or "" when there is none
 *   __svc_store_put({class, name, key, value})      -> ""       value: a string that holds JSON text (never "")
 *   __svc_store_delete({class, name, key})          -> "true" when there was one, else "false"
 *   __svc_store_list({class, name, prefix, start, limit}) -> [[key, value], ...]
 *        Keys that begin with prefix ("" = all) and are not below start ("" = from the first), in the order of their
 *        UTF-8 bytes, at most limit of them (0 = all). Values as text, as they were put.
 *   __svc_store_transaction(op)                     -> ""       op is the bare word begin, commit or rollback
 *        They nest: begin pushes a mark over the whole store; commit drops the newest mark and keeps what was
 *        written; rollback undoes every put, delete and alarm since the newest mark and drops it. There is never an
 *        await between begin and its end, so all marks are gone when a loop turn ends.
 *   __svc_store_alarm({class, name, at})            -> ""       at: when, or null to clear. One alarm an actor;
 *        setting it replaces the one before. Alarms are part of the store: same commit, and they survive a restart.
 *   __svc_host_env("")                              -> JSON object of bindings, the keys of the app worker among them
 *   __svc_host_log(line), __svc_host_observe(json)  -> "", as in local.ts. `capabilityId` and `kind` of a line are null
 *   __svc_host_worker({worker, step, args})         async -> JSON, what __svc_step of that worker's VM answers; rejects
 *        when there is no such worker, or its VM is gone
 *
 * Commit: what one loop turn wrote is one durable commit, and whatever leaves the VM after it (an answer of
 * __svc_actor or __svc_alarm, an outbound fetch) waits until that commit is on disk. If the commit fails the host
 * fails those answers and drops the VM: its memory is ahead of the disk.
 *
 * Defined here (this script's global name is `__svc_state`), called by the footer of the app worker's script:
 *
 *   __svc_state.serve(__svc_app.createAppWorker({manifest, profile}), more)
 *        `more`: further actors by class name, for tests of the actor port
 *
 * which defines, for the host:
 *
 *   globalThis.__svc_fetch(request: Request): Promise<Response>   the app worker's routes; never rejects
 *   globalThis.__svc_settled(""): Promise<string>                 as in local.ts
 *
 *   globalThis.__svc_actor(json): Promise<string>
 *        {protocol: 1, class: "InstallActor"|"PortalActor"|"ProjectActor", name, method, args: any JSON}
 *        -> {"v": any JSON} or {"e": {"code", "message"}}. Never rejects. Calls of one actor may overlap: between
 *        two awaits nothing else runs, after an await anything may have changed.
 *   globalThis.__svc_alarm(json): Promise<string>
 *        {class, name} for an alarm that is due -> {"v": null} or {"e": ...}. The host takes the alarm away only
 *        after an answer "v" that set no new one, and repeats it after "e" (2 s, doubling up to 10 min) and after
 *        a restart: at least once. Never two at a time for one actor.
 */

import type { ActorState, ActorTable } from '../actors/core/actor-part.ts';
import { type OpenActor, openActor } from '../actors/core/open.ts';
import { actorStore } from '../actors/core/store.ts';
import type { ActorClass, Host } from '../platform/host.ts';
import { describeThrown } from '../platform/thrown.ts';
import { ACTOR_PROTOCOL, readAnswer } from '../protocol/actor.ts';
import type { ServedApp } from '../worker/app.ts';
import { settled, waitUntil } from './background.ts';
import { boundTexts } from './bound-texts.ts';

declare function __svc_store_alarm(json: string): string;
declare function __svc_host_env(nothing: string): string;
declare function __svc_host_log(line: string): string;
declare function __svc_host_observe(observation: string): string;
declare function __svc_host_worker(call: string): Promise<string>;
declare global {
  var __svc_actor: (json: string) => Promise<string>;
  var __svc_alarm: (json: string) => Promise<string>;
}

interface Address {
  readonly class: ActorClass;
  readonly name: string;
}

interface Call extends Address {
  readonly protocol: number;
  readonly method: string;
  readonly args: unknown;
}

/** Serves the app worker and its actors to the host. */
export function serve(app: ServedApp, more: Readonly<Record<string, ActorTable>> = {}): void {
  const env = Object.freeze(JSON.parse(__svc_host_env('')) as Record<string, string>);
  /** Made by the first call: nothing is random while scripts load. */
  let process: string | undefined;
  const tables: Readonly<Record<string, ActorTable>> = { ...app.actors, ...more };
  /** The actors that have been called, by class and name: there is one object an actor, as on the edge. */
  const actors = new Map<string, OpenActor>();

  function actorAt({ class: className, name }: Address): OpenActor {
    const id = `${className}/${name}`;
    const known = actors.get(id);
    if (known !== undefined) {
      return known;
    }
    const table = Object.hasOwn(tables, className) ? tables[className] : undefined;
    if (table === undefined) {
      throw new Error(`there is no actor class ${JSON.stringify(className)}`);
    }
    const opened = openActor(table, platformOf(className, name), env, app.parts);
    actors.set(id, opened);
    return opened;
  }

  function platformOf(className: ActorClass, name: string): Parameters<typeof openActor>[1] {
    const { now, fetch, actor, worker } = host;
    const store = actorStore(boundTexts(className, name));
    const setAlarm = (at: number | null) => void __svc_store_alarm(JSON.stringify({ class: className, name, at }));
    process ??= crypto.randomUUID();
    return {
      className,
      name,
      process,
      store,
      setAlarm,
      now,
      fetch,
      actor,
      worker,
      log: actorLog(`${className} ${name}`),
    };
  }

  const host: Host = {
    isShared: false,
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    log(line) {
      __svc_host_log(JSON.stringify(line));
    },
    observe(observation) {
      __svc_host_observe(JSON.stringify(observation));
    },
    async actor(className, name, method, args) {
      const address = { class: className, name };
      // As text, as everywhere else: nobody shares an object with an actor.
      return readAnswer(await actorAt(address).call(ACTOR_PROTOCOL, method, JSON.stringify(args ?? null)));
    },
    async worker(name, step, args) {
      return readAnswer(await __svc_host_worker(JSON.stringify({ worker: name, step, args })));
    },
  };

  globalThis.__svc_fetch = (request) => app.fetch(request, env, { host, waitUntil });
  globalThis.__svc_settled = settled;
  globalThis.__svc_actor = async (json) => {
    const call = JSON.parse(json) as Call;
    try {
      return await actorAt(call).call(call.protocol, call.method, JSON.stringify(call.args ?? null));
    } catch (error) {
      return fault(call, error);
    }
  };
  globalThis.__svc_alarm = async (json) => {
    const address = JSON.parse(json) as Address;
    try {
      await actorAt(address).alarm();
      return JSON.stringify({ v: null });
    } catch (error) {
      return fault(address, error);
    }
  };
}

/** An actor that cannot be opened, or whose state cannot be used: the host's log has why. */
function fault({ class: className, name }: Address, error: unknown): string {
  const { message, stack } = describeThrown(error);
  actorLog(`${className} ${name}`)('error', message, { stack });
  return JSON.stringify({ e: { code: 'actor_error', message: 'the actor cannot be used; its log has the error' } });
}

/** A line of an actor's log: no invocation has a part in it. */
function actorLog(origin: string): ActorState['log'] {
  return (level, message, fields) => {
    const line = { at: Date.now(), level, message, worker: origin, capabilityId: null, kind: null, invocation: '' };
    __svc_host_log(JSON.stringify({ ...line, ...(fields !== undefined && { fields }) }));
  };
}
