/** Evaluates flags: pure, without any look-up, and without ever throwing. Whatever is wrong gives the caller's default. */
import type { FlagErrorCode, FlagEvaluationContext, FlagEvaluationResult, FlagSnapshot } from '../context/flags.ts';
/** A flag that may be missing. */
export type MaybeFlag = FlagSnapshot | null | undefined;
/** The caller's default, and what kept the flag from being evaluated. */
export declare function failed<T>(value: T, error: unknown): FlagEvaluationResult<T> & {
    readonly errorCode: FlagErrorCode;
};
/** Evaluates a flag of any type. The caller answers for `T`: prefer the typed evaluators. */
export declare function evaluateFlag<T = unknown>(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T): FlagEvaluationResult<T>;
/** Evaluates a boolean flag; a flag of another type gives the default. */
export declare function evaluateBooleanFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: boolean): FlagEvaluationResult<boolean>;
/** Evaluates a string flag; a flag of another type gives the default. */
export declare function evaluateStringFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: string): FlagEvaluationResult<string>;
/** Evaluates a number flag; a flag of another type gives the default. */
export declare function evaluateNumberFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: number): FlagEvaluationResult<number>;
/** Evaluates a JSON flag; a flag of another type gives the default. The caller answers for the members of `T`. */
export declare function evaluateJsonFlag<T = unknown>(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T): FlagEvaluationResult<T>;
