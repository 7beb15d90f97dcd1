/**
 * The state side of the local host: the app worker of `svc dev` and `svc dev invoke`, and its actors over a store in
 * Go.
 *
 * HOST PROTOCOL, STATE VM (version 2). The Go side is `internal/devserver/host` over `internal/store`. Every function takes and
 * returns one string, which is JSON unless noted otherwise. Times are milliseconds since the epoch. An actor is
 * identified by its class and name, and has its own key space and one alarm.
 *
 * The host defines before it loads this script. The store functions are synchronous and see earlier writes. They throw
 * errors of Go as an Error:
 *
 *   __svc_store_get({class, name, key})             -> the value as it was put, or "" if the key does not exist
 *   __svc_store_put({class, name, key, value})      -> ""       value: a string with JSON text (never "")
 *   __svc_store_delete({class, name, key})          -> "true" if the key existed, else "false"
 *   __svc_store_list({class, name, prefix, start, limit}) -> [[key, value], ...]
 *        Keys with the prefix ("" = all) from start ("" = the first), in the order of their UTF-8 bytes, at most limit
 *        (0 = all). Values as they were put.
 *   __svc_store_transaction(op)                     -> ""       op is the bare word begin, commit or rollback
 *        Transactions nest. begin sets a savepoint of the whole store. commit drops the newest savepoint and keeps the
 *        writes. rollback reverts every put, delete and alarm since the newest savepoint and drops it. There is no
 *        await between begin and its end, so no savepoint exists at the end of a loop turn.
 *   __svc_store_alarm({class, name, at})            -> ""       at: the time, or null to clear. Replaces the actor's
 *        alarm. Alarms are part of the store: they have the same commit and survive a restart.
 *   __svc_host_env("")                              -> JSON object of bindings, including the keys of the app worker
 *   __svc_host_log(line), __svc_host_observe(json)  -> "", as in local.ts. `capabilityId` and `kind` of a line are null
 *   __svc_host_worker({worker, step, args})         async -> JSON, the result of __svc_step of that worker's VM.
 *        Rejects if there is no such worker, or its VM is gone
 *
 * Commit: the writes of one loop turn are one durable commit. What leaves the VM after it (a result of __svc_actor or
 * __svc_alarm, an outbound fetch) waits until that commit is on disk. If the commit fails, the host fails those results
 * and drops the VM, since its memory is ahead of the disk.
 *
 * This script defines `__svc_state`, which the footer of the app worker's script uses:
 *
 *   __svc_state.serve(__svc_app.createAppWorker({manifest, profile}), more)
 *        `more`: additional actors by class name, for tests
 *
 * serve() defines for the host:
 *
 *   globalThis.__svc_fetch(request: Request): Promise<Response>   the app worker's routes. Never rejects
 *   globalThis.__svc_settled(""): Promise<string>                 as in local.ts
 *
 *   globalThis.__svc_actor(json): Promise<string>
 *        {protocol: 1, class: "InstallActor"|"PortalActor"|"ProjectActor", name, method, args: any JSON}
 *        -> {"v": any JSON} or {"e": {"code", "message"}}. Never rejects. Calls of one actor may overlap: no other call
 *        runs between two awaits, and state may have changed after an await.
 *   globalThis.__svc_alarm(json): Promise<string>
 *        {class, name} for an alarm that is due -> {"v": null} or {"e": ...}. The host clears the alarm only after a
 *        result "v" that set no new one. It repeats the alarm after "e" (after 2 s, doubling up to 10 min) and after a
 *        restart, so at least once. Alarms of one actor never overlap.
 */

import type { ActorState, ActorTable } from '../actors/core/actor-part.ts';
import type { ActorPlatform, OpenActor } from '../actors/core/open.ts';
import { actorStore } from '../actors/core/store.ts';
import type { ActorClass, Host } from '../platform/host.ts';
import { ACTOR_PROTOCOL, readAnswer } from '../protocol/actor.ts';
import type { ThrownError } from '../platform/thrown.ts';
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
  /** Created by the first call, since scripts must not use randomness while they load. */
  let process: string | undefined;
  const tables: Readonly<Record<string, ActorTable>> = { ...app.actors, ...more };
  /** Open actors, by class and name. */
  const actors = new Map<string, OpenActor>();

  function actorAt({ class: className, name }: Address): OpenActor {
    const id = `${className}/${name}`;
    const known = actors.get(id);
    if (known !== undefined) {
      return known;
    }
    const table = Object.hasOwn(tables, className) ? tables[className] : undefined;
    if (table === undefined) {
      throw new Error(`unknown actor class ${JSON.stringify(className)}`);
    }
    const opened = app.openActor(table, platformOf(className, name), env, app.parts);
    actors.set(id, opened);
    return opened;
  }

  function platformOf(className: ActorClass, name: string): ActorPlatform {
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
      // Arguments pass as text, so that caller and actor share no object.
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
      return fault(call, app.describeThrown(error));
    }
  };
  globalThis.__svc_alarm = async (json) => {
    const address = JSON.parse(json) as Address;
    try {
      await actorAt(address).alarm();
      return JSON.stringify({ v: null });
    } catch (error) {
      return fault(address, app.describeThrown(error));
    }
  };
}

/** Logs the error of an actor that cannot be opened, and returns the response. */
function fault({ class: className, name }: Address, { message, stack }: ThrownError): string {
  actorLog(`${className} ${name}`)('error', message, { stack });
  return JSON.stringify({ e: { code: 'actor_error', message: 'the actor cannot be used; see its log' } });
}

/** Returns the logger of an actor. Its lines belong to no invocation. */
function actorLog(origin: string): ActorState['log'] {
  return (level, message, fields) => {
    const line = { at: Date.now(), level, message, worker: origin, capabilityId: null, kind: null, invocation: '' };
    __svc_host_log(JSON.stringify({ ...line, ...(fields !== undefined && { fields }) }));
  };
}
