/**
 * The host of a user worker in the edge engine under `svc dev --engine workerd`: a module in place of that of
 * `workerd.ts`. The other modules of the script are those of a deploy. The actors run in the local engine.
 *
 * HOST PROTOCOL, EDGE ENGINE (version 1). The Go side is `internal/devserver/host`.
 *
 * Each request to the worker has the header `svc-dev-event` with JSON:
 *
 *   {id, ahead, shared, length?, call?}
 *     id      identifies the event in what the worker reports
 *     ahead   how far the clock is ahead of the machine's, in ms
 *     shared  whether other processes call the CRM for the same portals
 *     length  the length of a body that is too long, and does not come
 *     call    without it, the request is for the worker. Else its body is an argument, and the response the result:
 *             "step" and "scheduled" as in local.ts, "ping" for none
 *
 * The response has that header with the id. Without it the engine has responded by itself, such as to a method that it
 * does not know, and there are no reports.
 *
 * Requests that the worker sends during an event have the header `svc-dev-request` with its id.
 *
 * The binding SVC_DEV_HOST serves calls of actors: a POST of {protocol, class, name, method, args} is answered with
 * {"v": result} or {"e": error}, or by another status than 200 with a text.
 *
 * A line of the console is a report if it starts with `svc:`. Then follow the kind, a space, the id of the event (0 for
 * none), a space and a text:
 *
 *   log       a log line, as __svc_host_log of local.ts has it
 *   observe   an observation, as __svc_host_observe has it
 *   console   a line of the handler's console, redacted
 *   uncaught  {name, message, stack}: an error in a promise that no code awaits
 *   answered  the response of the event is known, and all reports of its invocations precede this one
 *   end       the promises of waitUntil have settled, too
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Environment, type ExecutionContext, WorkerEntrypoint } from 'cloudflare:workers';
import type { EventContext, Host } from '../platform/host.ts';
import { learnBindings } from '../platform/secrets.ts';
import { describeThrown } from '../platform/thrown.ts';
import { ACTOR_PROTOCOL, readAnswer } from '../protocol/actor.ts';
import { answerStep, faultOf } from '../protocol/answer-step.ts';
import type { CronTick, ServedWorker } from '../worker/worker.ts';
import { moveDate } from './moved-date.ts';
import { traced, traceOf } from './traced.ts';
import type { Handler } from './workerd-platform.ts';

const EVENT_HEADER = 'svc-dev-event';
const REQUEST_HEADER = 'svc-dev-request';
const HOST_BINDING = 'SVC_DEV_HOST';

interface DevEvent {
  readonly id: number;
  readonly ahead: number;
  readonly shared: boolean;
  readonly length?: string;
  readonly call?: 'step' | 'scheduled' | 'ping';
}

const events = new AsyncLocalStorage<DevEvent>();

const idOfEvent = () => events.getStore()?.id ?? 0;

/** The console as it is before it is marked. */
const write = console.log.bind(console);

function report(kind: string, text: string): void {
  write(`svc:${kind} ${idOfEvent()} ${text}`);
}

/** Marks the lines of the handler's console with their event. The engine formats their arguments. */
function markConsole(): void {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
    const original = (console as unknown as Record<string, (...args: unknown[]) => void>)[method];
    Object.assign(console, {
      [method]: (...args: unknown[]) => {
        const mark = `svc:console ${idOfEvent()} `;
        // The first text is the format of the others.
        const marked = typeof args[0] === 'string' ? [mark + args[0], ...args.slice(1)] : [mark.trimEnd(), ...args];
        original?.apply(console, marked);
      },
    });
  }
}

/** Marks the requests of the worker with their event. */
function markRequests(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set(REQUEST_HEADER, String(idOfEvent()));
    return send(request);
  };
}

markConsole();
markRequests();
addEventListener('unhandledrejection', (event) => {
  report('uncaught', JSON.stringify(describeThrown((event as unknown as { readonly reason: unknown }).reason)));
});

/** Returns the host of one event. */
function hostOf({ shared }: DevEvent, env: Environment): Host {
  return {
    isShared: shared,
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    log: (line) => report('log', JSON.stringify(line)),
    observe: (observation) => report('observe', JSON.stringify(observation)),
    async actor(className, name, method, args) {
      const call = { protocol: ACTOR_PROTOCOL, class: className, name, method, args };
      const server = env[HOST_BINDING] as { fetch: typeof fetch };
      const response = await server.fetch('http://svc/', {
        method: 'POST',
        headers: { [REQUEST_HEADER]: String(idOfEvent()) },
        body: JSON.stringify(call),
      });
      const text = await response.text();
      if (!response.ok) {
        throw new Error(text);
      }
      return readAnswer(text);
    },
    async worker(name) {
      throw new Error(
        `cannot call the worker ${JSON.stringify(name)}: only the app worker runs steps of other workers`,
      );
    },
  };
}

/** Serves one event. */
function serve(worker: ServedWorker, event: DevEvent, request: Request, env: Environment, ctx: ExecutionContext) {
  learnBindings(env); // this module has its own copy of what redacts
  moveDate(event.ahead);
  const pending: Promise<unknown>[] = [];
  const trace = traceOf(request.headers.get('traceparent'));
  const host = hostOf(event, env);
  const context: EventContext = {
    host: trace === undefined ? host : traced(host, trace),
    waitUntil: (promise) => void pending.push(promise),
  };
  const answer = answerOf(worker, event, request, env, context);
  ctx.waitUntil(settled(answer, pending));
  return marked(answer, event);
}

/** Marks the response as that of the worker. */
async function marked(answer: Promise<Response>, { id }: DevEvent): Promise<Response> {
  const response = await answer;
  response.headers.set(EVENT_HEADER, String(id)); // the runtime makes all responses, so that none is immutable
  return response;
}

/** Reports the response, and the end of what is still pending then. */
async function settled(answer: Promise<unknown>, pending: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled([answer]);
  report('answered', '');
  for (let known = 0; known < pending.length; ) {
    known = pending.length;
    await Promise.allSettled(pending);
  }
  report('end', '');
}

async function answerOf(
  worker: ServedWorker,
  { call, length }: DevEvent,
  request: Request,
  env: Environment,
  context: EventContext,
): Promise<Response> {
  if (call === undefined) {
    const passed = new Request(request);
    passed.headers.delete(EVENT_HEADER);
    if (length !== undefined) {
      passed.headers.set('content-length', length);
    }
    return worker.fetch(passed, env, { ...context, basePath: `/w/${worker.name}` });
  }
  const argument = await request.text();
  switch (call) {
    case 'step': {
      const { step, args } = JSON.parse(argument) as { readonly step: string; readonly args: unknown };
      return new Response(await worker.step(step, JSON.stringify(args ?? null), env, context));
    }
    case 'scheduled': {
      const report = (error: unknown) => context.host.observe(faultOf(error, worker.name));
      const tick = JSON.parse(argument) as CronTick;
      return new Response(await answerStep(() => worker.scheduled(tick, env, context), report));
    }
    case 'ping':
      return new Response('');
  }
}

/** Returns the exports of a user worker's module, as `serveWorker` of workerd.ts does. */
export function serveWorker(worker: ServedWorker): { handler: Handler; SvcEntrypoint: typeof WorkerEntrypoint } {
  return {
    handler: {
      fetch(request, env, ctx) {
        const event = JSON.parse(request.headers.get(EVENT_HEADER) ?? '') as DevEvent;
        return events.run(event, () => serve(worker, event, request, env, ctx));
      },
    },
    SvcEntrypoint: class extends WorkerEntrypoint {},
  };
}
