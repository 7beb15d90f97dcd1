/** An OpenFeature provider over our flags, for the SDKs of OpenFeature on servers and in browsers. */

import type { FlagEvaluationContext, FlagEvaluationResult, FlagReason } from '../context/flags.ts';
import {
  evaluateBooleanFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
  failed,
  type MaybeFlag,
} from './evaluate.ts';

/** What `createSvcOpenFeatureProvider` takes. `Found` is a flag, or the promise of one. */
export interface SvcOpenFeatureOptions<Found> {
  /** Finds a flag. OpenFeature's web SDK evaluates at once: it needs a function that does so, too. */
  readonly resolveSnapshot: (flagKey: string) => Found;
  /** Attributes for every evaluation; those of the evaluation itself win. */
  readonly staticContext?: FlagEvaluationContext;
  /** The provider's name in OpenFeature's metadata. Default: `svc`. */
  readonly name?: string;
}

/** One evaluation in OpenFeature's shape. */
export interface FlagResolutionDetails<T> {
  readonly value: T;
  readonly variant?: string;
  readonly reason: FlagReason;
  /** A `FlagErrorCode`. Typed freely: OpenFeature has an enum of its own here, and the package does not depend on it. */
  readonly errorCode?: any;
  readonly errorMessage?: string;
}

/** Details at once, or their promise, as the snapshots are found. */
export type FlagResolution<Found, T> =
  Found extends PromiseLike<unknown> ? Promise<FlagResolutionDetails<T>> : FlagResolutionDetails<T>;

/** Fits `Provider` of OpenFeature's server SDK when snapshots are promised, and that of its web SDK when they are not. */
export interface SvcOpenFeatureProvider<Found> {
  readonly metadata: { readonly name: string };
  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, boolean>;
  resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, string>;
  resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
    context?: FlagEvaluationContext,
  ): FlagResolution<Found, number>;
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

/** OpenFeature hands over members without a value; they hide nothing. */
function merged(
  below: FlagEvaluationContext | undefined,
  above: FlagEvaluationContext | undefined,
): FlagEvaluationContext {
  return { ...below, ...Object.fromEntries(Object.entries(above ?? {}).filter(([, value]) => value !== undefined)) };
}

/** Makes a provider. No evaluation of it throws or rejects: what fails gives the caller's default. */
export function createSvcOpenFeatureProvider<Found extends MaybeFlag | PromiseLike<MaybeFlag>>(
  options: SvcOpenFeatureOptions<Found>,
): SvcOpenFeatureProvider<Found> {
  const { resolveSnapshot, staticContext, name = 'svc' } = options;
  function resolver<T>(evaluate: Evaluator<T>) {
    return (flagKey: string, defaultValue: T, context?: FlagEvaluationContext): FlagResolution<Found, T> => {
      const finish = (flag: MaybeFlag) => details(evaluate(flag, merged(staticContext, context), defaultValue));
      const giveUp = (error: unknown) => details(failed(defaultValue, error));
      try {
        const found: unknown = resolveSnapshot(flagKey);
        const result = isPromise(found)
          ? Promise.resolve(found as PromiseLike<MaybeFlag>)
              .then(finish)
              .catch(giveUp)
          : finish(found as MaybeFlag);
        return result as FlagResolution<Found, T>;
      } catch (error) {
        return giveUp(error) as FlagResolution<Found, T>;
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
