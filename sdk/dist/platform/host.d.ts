/** What the runtime asks of the platform that it runs on: the port that every file in `src/host` implements. */
import type { LogLine } from './log-line.ts';
import type { Observation } from './observation.ts';
/** The actors that hold what must last (see `src/actors`). */
export type ActorClass = 'InstallActor' | 'PortalActor' | 'ProjectActor';
/** The platform under the runtime. One serves all requests of a worker; nothing in it belongs to one request. */
export interface Host {
    /** Whether other isolates may be calling the CRM for the same portals: then they share the budget by its actors. */
    readonly isShared: boolean;
    /** Milliseconds since the epoch. */
    now(): number;
    /** A request to the outside. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    /** Writes one line of a handler's log. Never throws. */
    log(line: LogLine): void;
    /** Takes the record of an invocation, of a call of the CRM, of an uncaught throw. Never throws. */
    observe(observation: Observation): void;
    /**
     * Calls a method of an actor. Arguments and results are JSON values.
     * Rejects with an `ActorError` for what the actor answers, and with any other error when it cannot be reached.
     */
    actor(className: ActorClass, name: string, method: string, args: unknown): Promise<unknown>;
    /**
     * Runs one step of a user worker's code (see `worker/steps/steps.ts`). Only the app worker can.
     * Rejects with an `ActorError` for what the worker answers, and with any other error when it cannot be reached.
     */
    worker(name: string, step: string, args: unknown): Promise<unknown>;
}
/** What belongs to one request, or to one step: nothing of it may be used by another. */
export interface EventContext {
    /** The platform under the runtime. */
    readonly host: Host;
    /** Lets the promise end after the answer; how it ends is nobody's business any more. */
    waitUntil(promise: Promise<unknown>): void;
}
/** The bindings of a worker: variables and secrets are strings, the platform adds objects of its own. */
export type Bindings = Readonly<Record<string, unknown>>;
