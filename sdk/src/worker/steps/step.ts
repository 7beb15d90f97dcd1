/** One step of user code. */

import type { RequestContext } from '../../protocol/request-context.ts';

/** Runs with what it was asked for: JSON in, JSON out. */
export type Step = (context: RequestContext, args: unknown) => Promise<unknown>;
