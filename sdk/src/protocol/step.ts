import type { RequestContext } from './request-context.ts';

/** One step of user code. Arguments and result are JSON values. */
export type Step = (context: RequestContext, args: unknown) => Promise<unknown>;
