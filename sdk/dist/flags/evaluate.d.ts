/** Evaluates flags. Evaluation is pure, reads nothing else, and returns the caller's default instead of throwing. */
import type { FlagErrorCode, FlagEvaluationContext, FlagEvaluationResult, FlagSnapshot } from '../context/flags.ts';
/** A flag, or null or undefined when there is none. */
export type MaybeFlag = FlagSnapshot | null | undefined;
/** Returns the caller's default with the reason for the failure. */
export declare function failed<T>(value: T, error: unknown): FlagEvaluationResult<T> & {
    readonly errorCode: FlagErrorCode;
};
/**
 * Evaluates a flag of any type. The value is not checked against `T`, so prefer the typed evaluators.
 *
 * @param snapshot the flag; null and undefined return the default with the error code `FLAG_NOT_FOUND`
 * @param context the subject
 * @param defaultValue the value to return when the evaluation fails
 * @example
 * import { evaluateFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function layoutFor(flag: FlagSnapshot, portalId: number) {
 *   return evaluateFlag(flag, { targetingKey: String(portalId) }, 'classic').value;
 * }
 */
export declare function evaluateFlag<T = unknown>(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T): FlagEvaluationResult<T>;
/**
 * Evaluates a boolean flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`.
 *
 * @example
 * import { evaluateBooleanFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function hasNewLayout(flag: FlagSnapshot | undefined) {
 *   return evaluateBooleanFlag(flag, { targetingKey: '62515', plan: 'pro' }, false).value;
 * }
 */
export declare function evaluateBooleanFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: boolean): FlagEvaluationResult<boolean>;
/**
 * Evaluates a string flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`.
 *
 * @example
 * import { evaluateStringFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function toneOf(flag: FlagSnapshot | undefined) {
 *   return evaluateStringFlag(flag, { targetingKey: '62515' }, 'brief').value;
 * }
 */
export declare function evaluateStringFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: string): FlagEvaluationResult<string>;
/**
 * Evaluates a number flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`.
 *
 * @example
 * import { evaluateNumberFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function pageSizeOf(flag: FlagSnapshot | undefined) {
 *   return evaluateNumberFlag(flag, { targetingKey: '62515' }, 20).value;
 * }
 */
export declare function evaluateNumberFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: number): FlagEvaluationResult<number>;
/**
 * Evaluates a JSON flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`. The value is not
 * checked against `T`.
 *
 * @example
 * import { evaluateJsonFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function columnsOf(flag: FlagSnapshot | undefined) {
 *   return evaluateJsonFlag(flag, { targetingKey: '62515' }, { columns: ['name'] }).value.columns;
 * }
 */
export declare function evaluateJsonFlag<T = unknown>(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T): FlagEvaluationResult<T>;
