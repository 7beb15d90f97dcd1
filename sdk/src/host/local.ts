/**
 * The worker side of the local host. It connects the runtime of one worker to `svc dev` and `svc dev invoke`.
 *
 * HOST PROTOCOL, WORKER VM (version 2). The Go side is `internal/devserver/host`. Every function takes and returns one string,
 * which is JSON unless noted otherwise. Times are milliseconds since the epoch.
 *
 * The host defines before it loads this script:
 *
 *   __svc_host_env("")          sync  -> JSON object from binding names to strings. Called once, when this script loads.
 *                               Reserved names: CRM_CLIENT_ID CRM_CLIENT_SECRET CRM_ACCESS_TOKEN,
 *                               SVC_PROJECT_ID (default "local") SVC_ENVIRONMENT (default "dev") SVC_DEPLOY_ID
 *                               (default "dev"), SVC_CRM_API_URL (the emulated CRM's origin, no trailing slash),
 *                               SVC_CRM_APP_URL (the base URL of the emulated CRM's pages, no trailing slash).
 *                               Only the state VM gets control keys (SVC_CONTROL_KEY_<kid>).
 *   __svc_host_shared("")       sync  -> JSON boolean: whether other VMs may call the CRM for the same portals, and
 *                               share their budgets through the PortalActor. Called once, when this script loads.
 *   __svc_host_log(line)        sync  -> "". One structured log line:
 *                               {at, level: "debug"|"info"|"warn"|"error", message, worker, capabilityId, kind,
 *                                invocation, fields?, trace?}
 *                               A line or an observation of a request with a `traceparent` header has its trace id.
 *   __svc_host_observe(json)    sync  -> "". One observation. `invocation` is an id that all records and log lines of
 *                               one dispatch share:
 *     {type: "invocation", invocation, projectId, environment, deployId, worker, capabilityId,
 *      kind: "tool"|"cardBackend"|"trigger"|"sync",
 *      surface: "workflow-action"|"agent"|"invoke"|"card"|"trigger"|"sync"|"push",
 *      portalId: number|null, installId: string|null, at, durationMs,
 *      outcome: "ok"|"fail-continue"|"fail-stop"|"retry-later"|"block"|"error"|"timeout"|"rejected",
 *      httpStatus, backpressure: boolean, errorFingerprint?: string, crmCalls, crmWaitMs}
 *        One per dispatch, when its response is known. "error": an uncaught error or an invalid output.
 *        "rejected": an input that did not reach the handler.
 *     {type: "crmCall", invocation, method, path (with its query), family: "general"|"search",
 *      status: number|null (null: no response), waitMs, durationMs, at}
 *        One per completed request to the CRM.
 *     {type: "error", invocation, worker, capabilityId, kind, name, message, stack}
 *        An uncaught error of user code. `stack` is the engine's text ("" if the value is not an Error). Its positions
 *        are those of the bundle, and the host maps them to the source. Precedes its "invocation".
 *     {type: "failedInput", invocation, input: redacted JSON, or its first 16,384 characters}
 *        Follows the "error" of an invocation with an input.
 *   __svc_host_actor(json)      async -> JSON. Passes the argument to __svc_actor of the state VM, and returns its
 *                               result (see state.ts). Rejects only if the state VM is gone.
 *
 * Its exports are the global `__svc_sdk_local`, which the footer of the user's bundle uses:
 *
 *   __svc_sdk_local.serve(__svc_bundle.default, ["sync"])   the argument of createWorker(), and the extensions of the
 *                                                           runtime that the bundle names
 *
 * It is one of the modules of the runtime, which the host runs as scripts: those of the core first, this one, and those
 * of the extensions. They define the globals from which the user's bundle takes the exports of `@svc/sdk`: `__svc_sdk`
 * for the core, and `__svc_sdk_<extension>`. The host replaces them if the project has another copy of the SDK.
 *
 * serve() defines for the host:
 *
 *   globalThis.__svc_fetch(request: Request): Promise<Response>   never rejects
 *   globalThis.__svc_step(json): Promise<string>
 *        {step, args}, from an actor or the app worker through __svc_host_worker (see state.ts)
 *        -> {"v": any JSON} or {"e": {"code", "message"}}. Never rejects.
 *   globalThis.__svc_scheduled(json): Promise<string>
 *        {cron, scheduledTime}: a schedule of the worker is due -> {"v": null} or {"e": ...}.
 *   globalThis.__svc_redact(text): string
 *        The text without secrets, tokens, email addresses and phone numbers, for lines of the console.
 *   globalThis.__svc_settled(""): Promise<string>
 *        -> "" when all promises of waitUntil have settled. The host waits for it before it ends a VM.
 *
 * Several requests may be in flight at the same time.
 */

import type { EventContext, Host } from '../platform/host.ts';
import { guardConsole, outgoingText } from '../platform/outgoing.ts';
import { learnBindings } from '../platform/secrets.ts';
import { ACTOR_PROTOCOL, readAnswer } from '../protocol/actor.ts';
import { answerStep, faultOf } from '../protocol/answer-step.ts';
import type { WorkerParts } from '../protocol/request-context.ts';
import type { createWorker } from '../runtime/core.ts';
import type { Extend } from '../runtime/extensions.ts';
import type { CronTick } from '../worker/worker.ts';
import { settled, waitUntil } from './background.ts';
import { traced, traceOf } from './traced.ts';

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
    throw new Error(`cannot call the worker ${JSON.stringify(name)}: only the app worker runs steps of other workers`);
  },
};

const eventContext: EventContext = { host, waitUntil };

// First, since modules of the bundle may log while they load.
globalThis.__svc_redact = outgoingText;
guardConsole();
const env = Object.freeze(JSON.parse(__svc_host_env('')) as Record<string, string>);
learnBindings(env);

/** The parts of the runtime by their globals. */
const parts = globalThis as unknown as Record<`__svc_sdk_${string}`, unknown> & {
  readonly __svc_sdk: { readonly createWorker: typeof createWorker };
};

/** Serves the worker to the host, with extensions of the runtime. */
export function serve(of: WorkerParts, extensions: readonly string[]): void {
  for (const name of extensions) {
    (parts[`__svc_sdk_${name}`] as Extend).extend();
  }
  const worker = parts.__svc_sdk.createWorker(of);
  const report = (error: unknown) => host.observe(faultOf(error, worker.name));
  const served: EventContext = { ...eventContext, basePath: `/w/${worker.name}` };
  globalThis.__svc_fetch = (request) => {
    const trace = traceOf(request.headers.get('traceparent'));
    return worker.fetch(request, env, trace === undefined ? served : { ...served, host: traced(host, trace) });
  };
  globalThis.__svc_step = (json) => {
    const { step, args } = JSON.parse(json) as { readonly step: string; readonly args: unknown };
    return worker.step(step, JSON.stringify(args ?? null), env, eventContext);
  };
  globalThis.__svc_scheduled = (json) =>
    answerStep(() => worker.scheduled(JSON.parse(json) as CronTick, env, eventContext), report);
  globalThis.__svc_settled = settled;
}
