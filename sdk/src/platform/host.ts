/** The port to the platform. `src/host` has its implementations. */

import type { LogLine } from './log-line.ts';
import type { Observation } from './observation.ts';

/** The classes of actors, which hold durable state (see `src/actors`). */
export type ActorClass = 'InstallActor' | 'PortalActor' | 'ProjectActor';

/** The platform under the runtime. One host serves all requests of a worker, so it holds no state of a request. */
export interface Host {
  /** Whether other isolates may call the CRM for the same portals. They share its budget through the portal's actor. */
  readonly isShared: boolean;
  /** Returns the time, in milliseconds since the epoch. */
  now(): number;
  /** Sends an HTTP request. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Writes one line of a handler's log. Never throws. */
  log(line: LogLine): void;
  /** Records an invocation, a call to the CRM or an uncaught error. Never throws. */
  observe(observation: Observation): void;
  /**
   * Calls a method of an actor. Arguments and results are JSON values. Rejects with an `ActorError` that the actor
   * returned, and with another error if the actor cannot be reached.
   */
  actor(className: ActorClass, name: string, method: string, args: unknown): Promise<unknown>;
  /**
   * Runs one step in a user worker (see `worker/steps/steps.ts`). Only the host of the app worker can. Rejects with an
   * `ActorError` that the worker returned, and with another error if the worker cannot be reached.
   */
  worker(name: string, step: string, args: unknown): Promise<unknown>;
}

/** What belongs to one event, such as a request or a step. No other event may use it. */
export interface EventContext {
  /** The platform under the runtime. */
  readonly host: Host;
  /** Keeps the event alive until the promise settles, after the response. The result is ignored. */
  waitUntil(promise: Promise<unknown>): void;
  /** A path below which the host serves the worker, too, such as `/w/main`. */
  readonly basePath?: string;
}

/** The bindings of a worker. Variables and secrets are strings. The platform's own bindings are objects. */
export type Bindings = Readonly<Record<string, unknown>>;
