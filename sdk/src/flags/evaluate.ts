/** Evaluates flags. Evaluation is pure, reads nothing else, and returns the caller's default instead of throwing. */

import type {
  FlagErrorCode,
  FlagEvaluationContext,
  FlagEvaluationResult,
  FlagReason,
  FlagSnapshot,
} from '../context/flags.ts';
import { FlagError, malformed } from './flag-error.ts';
import { firstRule } from './rules.ts';
import { type Data, isData } from './shape.ts';
import { splitVariation } from './split.ts';

/** A flag, or null or undefined when there is none. */
export type MaybeFlag = FlagSnapshot | null | undefined;

type FlagType = FlagSnapshot['type'];

interface Choice {
  readonly variation: unknown;
  readonly reason: FlagReason;
}

/** Whether a value has a type. */
const IS_TYPE: Readonly<Record<FlagType, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  json: (value) => value === null || ['boolean', 'string', 'number', 'object'].includes(typeof value),
};

function served(flag: Data, serve: unknown, context: Data): Choice | undefined {
  if (!isData(serve)) {
    throw malformed('serve of a rule must be an object');
  }
  if (serve.split === undefined) {
    return { variation: serve.variation, reason: 'TARGETING_MATCH' };
  }
  const variation = splitVariation(flag, serve, context);
  return variation === undefined ? undefined : { variation, reason: 'SPLIT' };
}

/** Applies in order: the status, the rules, the rollout, the flag's default. */
function choose(flag: Data, context: Data): Choice {
  if (flag.status === 'disabled' || flag.status === 'archived') {
    return { variation: flag.off, reason: 'DISABLED' };
  }
  if (flag.status !== 'active') {
    throw malformed('status must be active, disabled or archived');
  }
  const byRule = firstRule(flag.rules, context, (serve) => served(flag, serve, context));
  if (byRule !== undefined) {
    return byRule;
  }
  const rollout = flag.rollout ?? undefined;
  if (rollout !== undefined && (!isData(rollout) || rollout.split === undefined)) {
    throw malformed('rollout must be a split');
  }
  const byRollout = rollout === undefined ? undefined : served(flag, rollout, context);
  return byRollout ?? { variation: flag.default, reason: 'DEFAULT' };
}

function resolve(flag: unknown, context: unknown, type: FlagType | undefined): FlagEvaluationResult {
  if (flag === undefined || flag === null) {
    throw new FlagError('FLAG_NOT_FOUND', 'flag not found');
  }
  if (
    !isData(flag) ||
    !isData(flag.variations) ||
    typeof flag.type !== 'string' ||
    !Object.hasOwn(IS_TYPE, flag.type)
  ) {
    throw malformed('the flag must have a type and variations');
  }
  if (type !== undefined && flag.type !== type) {
    throw new FlagError('TYPE_MISMATCH', `the flag has the type ${flag.type}, expected ${type}`);
  }
  const { variation, reason } = choose(flag, isData(context) ? context : {});
  if (typeof variation !== 'string' || !Object.hasOwn(flag.variations, variation)) {
    throw malformed(`unknown variation "${String(variation)}"`);
  }
  const value = flag.variations[variation];
  if (!IS_TYPE[flag.type as FlagType](value)) {
    throw new FlagError('TYPE_MISMATCH', `the variation "${variation}" does not have the flag's type ${flag.type}`);
  }
  return { value, variation, reason };
}

function evaluate<T>(flag: unknown, context: unknown, defaultValue: T, type?: FlagType): FlagEvaluationResult<T> {
  try {
    return resolve(flag, context, type) as FlagEvaluationResult<T>;
  } catch (error) {
    return failed(defaultValue, error);
  }
}

/** Returns the caller's default with the reason for the failure. */
export function failed<T>(value: T, error: unknown): FlagEvaluationResult<T> & { readonly errorCode: FlagErrorCode } {
  if (error instanceof FlagError) {
    return { value, reason: 'ERROR', errorCode: error.code, errorMessage: error.message };
  }
  const errorMessage = error instanceof Error ? error.message : 'cannot read the flag';
  return { value, reason: 'ERROR', errorCode: 'GENERAL', errorMessage };
}

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
export function evaluateFlag<T = unknown>(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: T,
): FlagEvaluationResult<T> {
  return evaluate(snapshot, context, defaultValue);
}

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
export function evaluateBooleanFlag(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: boolean,
): FlagEvaluationResult<boolean> {
  return evaluate(snapshot, context, defaultValue, 'boolean');
}

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
export function evaluateStringFlag(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: string,
): FlagEvaluationResult<string> {
  return evaluate(snapshot, context, defaultValue, 'string');
}

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
export function evaluateNumberFlag(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: number,
): FlagEvaluationResult<number> {
  return evaluate(snapshot, context, defaultValue, 'number');
}

/**
 * Evaluates a JSON flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`. The value is
 * not checked against `T`.
 *
 * @example
 * import { evaluateJsonFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function columnsOf(flag: FlagSnapshot | undefined) {
 *   return evaluateJsonFlag(flag, { targetingKey: '62515' }, { columns: ['name'] }).value.columns;
 * }
 */
export function evaluateJsonFlag<T = unknown>(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: T,
): FlagEvaluationResult<T> {
  return evaluate(snapshot, context, defaultValue, 'json');
}
