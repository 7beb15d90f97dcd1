import type { FlagEvaluationContext, FlagEvaluationResult, FlagReason } from '../context/flags.ts';
import {
  evaluateBooleanFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
  failed,
  type MaybeFlag,
} from './evaluate.ts';

/** The options of `createSvcOpenFeatureProvider`. `Found` is a flag, or the promise of one. */
export interface SvcOpenFeatureOptions<Found> {
  /**
   * Returns a flag, or undefined when it does not exist. OpenFeature's web SDK evaluates synchronously, so it needs a
   * synchronous function.
   */
  readonly resolveSnapshot: (flagKey: string) => Found;
  /** Attributes for every evaluation. The context of an evaluation overrides them. Default: none. */
  readonly staticContext?: FlagEvaluationContext;
  /** The provider's name in OpenFeature's metadata. Default: `svc`. */
  readonly name?: string;
}

/** The result of an evaluation in OpenFeature's form. */
export interface FlagResolutionDetails<T> {
  /** The value of the variation, or the caller's default. */
  readonly value: T;
  /** The name of the variation. Absent when the caller's default was used. */
  readonly variant?: string;
  /** Why the evaluation returned this value. */
  readonly reason: FlagReason;
  /** A `FlagErrorCode`. Its type is `any`, because OpenFeature has an enum and this package does not depend on it. */
  // biome-ignore lint/suspicious/noExplicitAny: an enum of a package that this one does not depend on
  readonly errorCode?: any;
  /** What is wrong with the flag, for a log. */
  readonly errorMessage?: string;
}

/** The details of an evaluation, or a promise when `resolveSnapshot` returns promises. */
export type FlagResolution<Found, T> =
  Found extends PromiseLike<unknown> ? Promise<FlagResolutionDetails<T>> : FlagResolutionDetails<T>;

/**
 * Implements `Provider` of OpenFeature's server SDK when `resolveSnapshot` returns promises, and of its web SDK
 * otherwise.
 */
export interface SvcOpenFeatureProvider<Found> {
  /** Describes the provider to OpenFeature. */
  readonly metadata: {
    /** The provider's name. */
    readonly name: string;
  };
  /** Evaluates a boolean flag. */
  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, boolean>;
  /** Evaluates a string flag. */
  resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, string>;
  /** Evaluates a number flag. */
  resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, number>;
  /** Evaluates a JSON flag. */
  resolveObjectEvaluation<T>(
    flagKey: string,
    defaultValue: T,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, T>;
}

type Evaluator<T> = (snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T) => FlagEvaluationResult<T>;

function details<T>({
  value,
  variation,
  reason,
  errorCode,
  errorMessage,
}: FlagEvaluationResult<T>): FlagResolutionDetails<T> {
  return errorCode === undefined ? { value, variant: variation, reason } : { value, reason, errorCode, errorMessage };
}

function isPromise(found: unknown): found is PromiseLike<unknown> {
  return typeof found === 'object' && found !== null && typeof (found as { then?: unknown }).then === 'function';
}

/** Merges contexts. OpenFeature passes members without a value, which override nothing. */
function merged(
  below: FlagEvaluationContext | undefined,
  above: FlagEvaluationContext | undefined,
): FlagEvaluationContext {
  return { ...below, ...Object.fromEntries(Object.entries(above ?? {}).filter(([, value]) => value !== undefined)) };
}

/**
 * Creates an OpenFeature provider over flag snapshots. No evaluation throws or rejects: failures return the caller's
 * default with the reason `ERROR`.
 *
 * @example
 * import { createSvcOpenFeatureProvider, type FlagSnapshot } from '@svc/sdk';
 *
 * const flags = new Map<string, FlagSnapshot>();
 * const provider = createSvcOpenFeatureProvider({ resolveSnapshot: (key) => flags.get(key) });
 *
 * provider.resolveBooleanEvaluation('new-layout', false, { targetingKey: '62515' }).value; // false
 */
export function createSvcOpenFeatureProvider<Found extends MaybeFlag | PromiseLike<MaybeFlag>>(
  options: SvcOpenFeatureOptions<Found>,
): SvcOpenFeatureProvider<Found> {
  const { resolveSnapshot, staticContext, name = 'svc' } = options;
  function resolver<T>(evaluate: Evaluator<T>) {
    return (flagKey: string, defaultValue: T, context?: FlagEvaluationContext): FlagResolution<Found, T> => {
      const finish = (flag: MaybeFlag) => details(evaluate(flag, merged(staticContext, context), defaultValue));
      const fail = (error: unknown) => details(failed(defaultValue, error));
      try {
        const found: unknown = resolveSnapshot(flagKey);
        const result = isPromise(found)
          ? Promise.resolve(found as PromiseLike<MaybeFlag>)
              .then(finish)
              .catch(fail)
          : finish(found as MaybeFlag);
        return result as FlagResolution<Found, T>;
      } catch (error) {
        return fail(error) as FlagResolution<Found, T>;
      }
    };
  }
  return {
    metadata: { name },
    resolveBooleanEvaluation: resolver(evaluateBooleanFlag),
    resolveStringEvaluation: resolver(evaluateStringFlag),
    resolveNumberEvaluation: resolver(evaluateNumberFlag),
    resolveObjectEvaluation: resolver(evaluateJsonFlag) as SvcOpenFeatureProvider<Found>['resolveObjectEvaluation'],
  };
}
