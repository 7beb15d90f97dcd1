/** The worker's bindings: what the runtime reads from them, and what is left of them for `ctx.env`. */
import type { Bindings } from './host.ts';
/** A binding's text, or undefined when it is absent, empty or not text. */
export declare function binding(env: Bindings, name: string): string | undefined;
/** Which project, environment and deploy this is; codegen binds all three. */
export declare function projectScope(env: Bindings): {
    readonly projectId: string;
    readonly environment: string;
    readonly deployId: string;
};
/** The name of the `ProjectActor` of this deployment. */
export declare function projectName(env: Bindings): string;
/** The bindings that a handler may see. */
export declare function visibleEnv(env: Bindings): Bindings;
