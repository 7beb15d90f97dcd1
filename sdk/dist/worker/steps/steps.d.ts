/** The steps of user code that actors and the app worker ask a worker for: each is bounded, and may be asked for twice. */
import type { RequestContext } from '../../protocol/request-context.ts';
/** Runs a step by its name. */
export declare function runStep(place: RequestContext, name: string, args: unknown): Promise<unknown>;
