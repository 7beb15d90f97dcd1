/**
 * The worker side of the local host: connects the runtime of one worker to `svc dev` and `svc dev invoke`.
 *
 * HOST PROTOCOL, WORKER VM (version 2). The Go side of it is `devserver`. Every function takes one string
 * and gives one string; JSON text unless said otherwise. Times are milliseconds since the epoch.
 *
 * Bound by the host before this script is loaded:
 *
 *   __svc_host_env("")          sync  -> JSON object, binding name to string. Read once, by serve().
 *                               The reserved ones: CRM_CLIENT_ID CRM_CLIENT_SECRET CRM_ACCESS_TOKEN,
 *                               SVC_PROJECT_ID (default "local") SVC_ENVIRONMENT (default "dev") SVC_DEPLOY_ID
 *                               (default "dev"), SVC_CRM_API_URL (the emulated CRM's origin, no slash at the end).
 *                               Control keys (SVC_CONTROL_KEY_<kid>) belong to the state VM only.
 *   __svc_host_shared("")       sync  -> JSON: whether other VMs may call the CRM for the same portals: then they share its
 *                               budget by the PortalActor. Read once, when this script is loaded.
 *   __svc_host_log(line)        sync  -> "". One structured log line:
 *                               {at, level: "debug"|"info"|"warn"|"error", message, worker, capabilityId, kind,
 *                                invocation, fields?}
 *   __svc_host_observe(json)    sync  -> "". One observation, always with `type` and `invocation` (an id that all
 *                               records and log lines of one dispatch share):
 *     {type: "invocation", invocation, projectId, environment, deployId, worker, capabilityId,
 *      kind: "tool"|"cardBackend"|"trigger"|"sync",
 *      surface: "workflow-action"|"agent"|"invoke"|"card"|"trigger"|"sync"|"push",
 *      portalId: number|null, installId: string|null, at, durationMs,
 *      outcome: "ok"|"fail-continue"|"fail-stop"|"retry-later"|"block"|"error"|"timeout"|"rejected",
 *      httpStatus, backpressure: boolean, errorFingerprint?: string, crmCalls, crmWaitMs}
 *        Exactly one for each dispatch, when its answer is known. "error" is an uncaught throw or an output that
 *        does not fit; "rejected" is an input that the handler never saw.
 *     {type: "crmCall", invocation, method, path (with its query), family: "general"|"search",
 *      status: number|null (null: no answer came), waitMs, durationMs, at}
 *        One for each request that left for the CRM, when it has ended.
 *     {type: "error", invocation, worker, capabilityId, kind, name, message, stack}
 *        An uncaught throw of user code. `stack` is the engine's text ("" when what was thrown is no Error); its
 *        positions are those of the bundle: the host maps them to the source. Comes before its "invocation".
 *   __svc_host_actor(json)      async -> JSON. Passed to __svc_actor of the state VM as it is, and its answer back
 *                               (see state.ts). It rejects only when the state VM itself is gone.
 *
 * Defined here (this script's global name is `__svc_local`), called by the footer of the user's bundle:
 *
 *   __svc_local.serve(__svc_bundle.default)   the default export is what createWorker() returned
 *   __svc_local.runtime                       the exports of `@svc/sdk/runtime`, for the user's bundle
 *
 * which defines, for the host:
 *
 *   globalThis.__svc_fetch(request: Request): Promise<Response>   never rejects
 *   globalThis.__svc_step(json): Promise<string>
 *        {step, args}, what an actor or the app worker asks for by __svc_host_worker (see state.ts)
 *        -> {"v": any JSON} or {"e": {"code", "message"}}. Never rejects.
 *   globalThis.__svc_scheduled(json): Promise<string>
 *        {cron, scheduledTime} -> {"v": null} or {"e": ...}: a schedule of the worker is due.
 *   globalThis.__svc_redact(text): string
 *        The text without tokens, email addresses and phone numbers, for lines of the console.
 *   globalThis.__svc_settled(""): Promise<string>
 *        -> "" when nothing is left of what requests let go on after their answers (waitUntil). Before it ends a VM the
 *        host waits for it.
 *
 * Several requests may be in flight at once.
 */

import type { EventContext, Host } from '../platform/host.ts';
import { redactText } from '../platform/redact-text.ts';
import { ACTOR_PROTOCOL, readAnswer } from '../protocol/actor.ts';
import { answerStep, faultOf } from '../protocol/answer-step.ts';
import type { CronTick, ServedWorker } from '../worker/worker.ts';
import { settled, waitUntil } from './background.ts';

declare function __svc_host_env(nothing: string): string;
declare function __svc_host_shared(nothing: string): string;
declare function __svc_host_log(line: string): string;
declare function __svc_host_observe(observation: string): string;
declare function __svc_host_actor(call: string): Promise<string>;
declare global {
  var __svc_fetch: (request: Request) => Promise<Response>;
  var __svc_step: (json: string) => Promise<string>;
  var __svc_scheduled: (json: string) => Promise<string>;
  var __svc_redact: (text: string) => string;
  var __svc_settled: (nothing: string) => Promise<string>;
}

const host: Host = {
  isShared: __svc_host_shared('') === 'true',
  now: () => Date.now(),
  fetch: (input, init) => fetch(input, init),
  log(line) {
    __svc_host_log(JSON.stringify(line));
  },
  observe(observation) {
    __svc_host_observe(JSON.stringify(observation));
  },
  async actor(className, name, method, args) {
    const call = { protocol: ACTOR_PROTOCOL, class: className, name, method, args };
    return readAnswer(await __svc_host_actor(JSON.stringify(call)));
  },
  async worker(name) {
    throw new Error(`a user worker cannot run steps of the worker ${JSON.stringify(name)}`);
  },
};

const occasion: EventContext = { host, waitUntil };

/** The runtime, which the bundles of workers take from here instead of having it in them (`@svc/sdk/runtime`). */
export * as runtime from '../runtime/index.ts';

globalThis.__svc_redact = redactText; // before the bundle, whose modules may write to the console while they load

/** Serves the worker to the host. */
export function serve(worker: ServedWorker): void {
  const env = Object.freeze(JSON.parse(__svc_host_env('')) as Record<string, string>);
  const report = (error: unknown) => host.observe(faultOf(error, worker.name));
  globalThis.__svc_fetch = (request) => worker.fetch(request, env, occasion);
  globalThis.__svc_step = (json) => {
    const { step, args } = JSON.parse(json) as { readonly step: string; readonly args: unknown };
    return worker.step(step, JSON.stringify(args ?? null), env, occasion);
  };
  globalThis.__svc_scheduled = (json) =>
    answerStep(() => worker.scheduled(JSON.parse(json) as CronTick, env, occasion), report);
  globalThis.__svc_settled = settled;
}
