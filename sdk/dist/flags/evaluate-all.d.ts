/** Evaluates many flags at once, for one context. */
import type { FlagEvaluationContext, FlagEvaluationResult } from '../context/flags.ts';
import { type MaybeFlag } from './evaluate.ts';
/** The type that a default widens to: `false` asks for a boolean flag, not for the flag that is false. */
export type FlagValueOf<Default> = Default extends boolean ? boolean : Default extends number ? number : Default extends string ? string : Default;
/**
 * Evaluates the flags that have a default, by key. The type of a default says which type of flag is asked for; null
 * and undefined ask for any.
 */
export declare function evaluateFlags<Defaults extends Readonly<Record<string, unknown>>>(snapshots: Readonly<Record<string, MaybeFlag>>, context: FlagEvaluationContext, defaults: Defaults): {
    readonly [K in keyof Defaults]: FlagEvaluationResult<FlagValueOf<Defaults[K]>>;
};
