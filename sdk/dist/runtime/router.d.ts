/** Request in, response out: finds the route, reads the body, verifies the sender, and answers errors with their body. */
import type { Bindings, Host } from './host.ts';
import { type WorkerParts } from './site.ts';
/** A worker that a host can serve. */
export interface ServedWorker {
    /** Answers a request; never rejects. */
    fetch(request: Request, env: Bindings, context: {
        readonly host: Host;
    }): Promise<Response>;
}
/** Makes the worker that a generated entry exports by default. */
export declare function createWorker(parts: WorkerParts): ServedWorker;
