/** One step of user code. */
import type { Place } from '../../protocol/request-context.ts';
/** Runs with what it was asked for: JSON in, JSON out. */
export type Step = (place: Place, args: unknown) => Promise<unknown>;
