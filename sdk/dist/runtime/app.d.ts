/**
 * The app worker: what belongs to the whole app and not to one worker's code. It is only SDK code, knows the app by
 * its manifest, and holds the actors and the keys.
 */
import type { ActorTable } from '../actors/actor-part.ts';
import type { ActorClass, Bindings, Occasion } from './host.ts';
import type { AppParts } from './site.ts';
/** The app worker that a host can serve. */
export interface ServedApp {
    readonly parts: AppParts;
    readonly actors: Readonly<Record<ActorClass, ActorTable>>;
    /** Answers a request; never rejects. */
    fetch(request: Request, env: Bindings, occasion: Occasion): Promise<Response>;
}
/** Makes the app worker of a project. */
export declare function createAppWorker(parts: AppParts): ServedApp;
