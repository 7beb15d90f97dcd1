/** One step of user code. */
import type { Place } from '../site.ts';
/** Runs with what it was asked for: JSON in, JSON out. */
export type Step = (place: Place, args: unknown) => Promise<unknown>;
