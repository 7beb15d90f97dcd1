/** A user worker: the routes and steps of one worker's capabilities. Start here for what a deployed worker can be asked. */
import type { Bindings, EventContext } from '../platform/host.ts';
import type { WorkerParts } from '../protocol/request-context.ts';
/** When a schedule of the worker is due. */
export interface CronTick {
    /** The cron expression as it was deployed. */
    readonly cron: string;
    /** Milliseconds since the epoch. */
    readonly scheduledTime: number;
}
/** A worker that a host can serve. */
export interface ServedWorker {
    /** The worker's name. */
    readonly name: string;
    /** Answers a request; never rejects. */
    fetch(request: Request, env: Bindings, occasion: EventContext): Promise<Response>;
    /** Tells the project that a schedule is due: one call, which may come twice. Rejects when it could not be told. */
    scheduled(tick: CronTick, env: Bindings, occasion: EventContext): Promise<void>;
    /** Runs one step that an actor or the app worker asks for. Arguments and answer are JSON text; never rejects. */
    step(name: string, args: string, env: Bindings, occasion: EventContext): Promise<string>;
}
/** Makes the worker that a generated entry exports by default. */
export declare function createWorker(parts: WorkerParts): ServedWorker;
