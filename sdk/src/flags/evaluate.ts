/** Evaluates flags: pure, without any look-up, and without ever throwing. Whatever is wrong gives the caller's default. */

import type {
  FlagErrorCode,
  FlagEvaluationContext,
  FlagEvaluationResult,
  FlagReason,
  FlagSnapshot,
} from '../context/flags.ts';
import { FlagFault, malformed } from './fault.ts';
import { firstRule } from './rules.ts';
import { type Data, isData } from './shape.ts';
import { splitVariation } from './split.ts';

/** A flag that may be missing. */
export type MaybeFlag = FlagSnapshot | null | undefined;

type FlagType = FlagSnapshot['type'];

interface Choice {
  readonly variation: unknown;
  readonly reason: FlagReason;
}

/** How a value of each type is told. */
const IS_TYPE: Readonly<Record<FlagType, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  json: (value) => value === null || ['boolean', 'string', 'number', 'object'].includes(typeof value),
};

function served(flag: Data, serve: unknown, context: Data): Choice | undefined {
  if (!isData(serve)) {
    throw malformed('a rule serves nothing');
  }
  if (serve.split === undefined) {
    return { variation: serve.variation, reason: 'TARGETING_MATCH' };
  }
  const variation = splitVariation(flag, serve, context);
  return variation === undefined ? undefined : { variation, reason: 'SPLIT' };
}

/** Disabled or archived first, then the rules in order, the rollout, the flag's own default. */
function choose(flag: Data, context: Data): Choice {
  if (flag.status === 'disabled' || flag.status === 'archived') {
    return { variation: flag.off, reason: 'DISABLED' };
  }
  if (flag.status !== 'active') {
    throw malformed('status is none of active, disabled, archived');
  }
  const byRule = firstRule(flag.rules, context, (serve) => served(flag, serve, context));
  if (byRule !== undefined) {
    return byRule;
  }
  const rollout = flag.rollout ?? undefined;
  if (rollout !== undefined && (!isData(rollout) || rollout.split === undefined)) {
    throw malformed('rollout is no split');
  }
  const byRollout = rollout === undefined ? undefined : served(flag, rollout, context);
  return byRollout ?? { variation: flag.default, reason: 'DEFAULT' };
}

function resolve(flag: unknown, context: unknown, type: FlagType | undefined): FlagEvaluationResult {
  if (flag === undefined || flag === null) {
    throw new FlagFault('FLAG_NOT_FOUND', 'there is no such flag');
  }
  if (
    !isData(flag) ||
    !isData(flag.variations) ||
    typeof flag.type !== 'string' ||
    !Object.hasOwn(IS_TYPE, flag.type)
  ) {
    throw malformed('the flag needs a type and variations');
  }
  if (type !== undefined && flag.type !== type) {
    throw new FlagFault('TYPE_MISMATCH', `the flag is of type ${flag.type}, not ${type}`);
  }
  const { variation, reason } = choose(flag, isData(context) ? context : {});
  if (typeof variation !== 'string' || !Object.hasOwn(flag.variations, variation)) {
    throw malformed(`the flag has no variation "${String(variation)}"`);
  }
  const value = flag.variations[variation];
  if (!IS_TYPE[flag.type as FlagType](value)) {
    throw new FlagFault('TYPE_MISMATCH', `the variation "${variation}" is not of the flag's type ${flag.type}`);
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

/** The caller's default, and what kept the flag from being evaluated. */
export function failed<T>(value: T, error: unknown): FlagEvaluationResult<T> & { readonly errorCode: FlagErrorCode } {
  if (error instanceof FlagFault) {
    return { value, reason: 'ERROR', errorCode: error.code, errorMessage: error.message };
  }
  const errorMessage = error instanceof Error ? error.message : 'the flag could not be read';
  return { value, reason: 'ERROR', errorCode: 'GENERAL', errorMessage };
}

/** Evaluates a flag of any type. The caller answers for `T`: prefer the typed evaluators. */
export function evaluateFlag<T = unknown>(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: T,
): FlagEvaluationResult<T> {
  return evaluate(snapshot, context, defaultValue);
}

/** Evaluates a boolean flag; a flag of another type gives the default. */
export function evaluateBooleanFlag(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: boolean,
): FlagEvaluationResult<boolean> {
  return evaluate(snapshot, context, defaultValue, 'boolean');
}

/** Evaluates a string flag; a flag of another type gives the default. */
export function evaluateStringFlag(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: string,
): FlagEvaluationResult<string> {
  return evaluate(snapshot, context, defaultValue, 'string');
}

/** Evaluates a number flag; a flag of another type gives the default. */
export function evaluateNumberFlag(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: number,
): FlagEvaluationResult<number> {
  return evaluate(snapshot, context, defaultValue, 'number');
}

/** Evaluates a JSON flag; a flag of another type gives the default. The caller answers for the members of `T`. */
export function evaluateJsonFlag<T = unknown>(
  snapshot: MaybeFlag,
  context: FlagEvaluationContext,
  defaultValue: T,
): FlagEvaluationResult<T> {
  return evaluate(snapshot, context, defaultValue, 'json');
}
