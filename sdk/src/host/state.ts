/**
 * The state side of the local host: runs the actors of `svc dev` and `svc dev invoke` over a store in Go.
 *
 * HOST PROTOCOL, STATE VM (version 1). The Go side of it is `devserver` over `internal/store`. Every function takes
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
 *   __svc_host_env("")                              -> JSON object of bindings, here with SVC_CONTROL_KEY_<kid>
 *   __svc_host_observe(json)                        -> "". {type: "actorError", class, name, method, message, stack}:
 *        an error that an actor did not mean to answer with.
 *
 * Commit: what one loop turn wrote is one durable commit, and whatever leaves the VM after it (an answer of
 * __svc_actor or __svc_alarm, an outbound fetch) waits until that commit is on disk. If the commit fails the host
 * fails those answers and drops the VM: its memory is ahead of the disk.
 *
 * Defined here, called by the host:
 *
 *   globalThis.__svc_actor(json): Promise<string>
 *        {protocol: 1, class: "InstallActor"|"PortalActor"|"ProjectActor", name, method, args: any JSON}
 *        -> {"v": any JSON} or {"e": {"code", "message"}}. Never rejects. Calls of one actor may overlap: between
 *        two awaits nothing else runs, after an await anything may have changed.
 *   globalThis.__svc_alarm(json): Promise<string>
 *        {class, name} for an alarm that is due -> {"v": null} or {"e": ...}. The host takes the alarm away only
 *        after an answer "v" that set no new one, and repeats it after "e" (2 s, doubling up to 10 min) and after
 *        a restart: at least once. Never two at a time for one actor.
 *
 * Methods that the host itself may call, besides passing on what workers ask for:
 *   InstallActor <install id> setConfig <JSON object>   what ctx.install.config() gives. The install id is "static"
 *                                                       for auth 'static', else the portal id in decimal.
 */

import { type Actor, type ActorConstructor, answerCall } from '../actors/actor.ts';
import { InstallActor } from '../actors/install.ts';
import { ProjectActor } from '../actors/project.ts';
import { actorStore } from '../actors/store.ts';
import { describeThrown } from '../runtime/checkpoint.ts';
import { boundTexts } from './bound-texts.ts';

declare function __svc_store_alarm(json: string): string;
declare function __svc_host_env(nothing: string): string;
declare function __svc_host_observe(observation: string): string;
declare global {
  var __svc_actor: (json: string) => Promise<string>;
  var __svc_alarm: (json: string) => Promise<string>;
}

const CLASSES: Readonly<Record<string, ActorConstructor>> = { InstallActor, ProjectActor };

interface Address {
  readonly class: string;
  readonly name: string;
}

interface Call extends Address {
  readonly protocol: number;
  readonly method: string;
  readonly args: unknown;
}

/** The actors that have been called, by class and name: there is one object an actor, as on the edge. */
const actors = new Map<string, Actor>();

const env = Object.freeze(JSON.parse(__svc_host_env('')) as Record<string, string>);

function actorAt({ class: className, name }: Address): Actor {
  const id = `${className}/${name}`;
  let actor = actors.get(id);
  if (actor === undefined) {
    const Class = Object.hasOwn(CLASSES, className) ? CLASSES[className] : undefined;
    if (Class === undefined) {
      throw new Error(`there is no actor class ${JSON.stringify(className)}`);
    }
    const setAlarm = (at: number | null) => void __svc_store_alarm(JSON.stringify({ class: className, name, at }));
    actor = new Class({ name, store: actorStore(boundTexts(className, name)), setAlarm, now: () => Date.now() }, env);
    actors.set(id, actor);
  }
  return actor;
}

/** Tells the host about an error that no actor meant to answer with. */
function report({ class: className, name }: Address, method: string, error: unknown): void {
  __svc_host_observe(JSON.stringify({ ...describeThrown(error), type: 'actorError', class: className, name, method }));
}

function fault(address: Address, method: string, error: unknown): string {
  report(address, method, error);
  return JSON.stringify({
    e: { code: 'actor_error', message: `the actor failed in ${method}; its log has the error` },
  });
}

globalThis.__svc_actor = async (json) => {
  const call = JSON.parse(json) as Call;
  try {
    return await answerCall(actorAt(call), call.protocol, call.method, call.args, (method, error) =>
      report(call, method, error),
    );
  } catch (error) {
    return fault(call, call.method, error);
  }
};

globalThis.__svc_alarm = async (json) => {
  const address = JSON.parse(json) as Address;
  try {
    await actorAt(address).alarm?.();
    return JSON.stringify({ v: null });
  } catch (error) {
    return fault(address, 'alarm', error);
  }
};
