import type { FlagEvaluationContext, FlagReason } from '../context/flags.ts';
import { type MaybeFlag } from './evaluate.ts';
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
    readonly errorCode?: any;
    /** What is wrong with the flag, for a log. */
    readonly errorMessage?: string;
}
/** The details of an evaluation, or a promise when `resolveSnapshot` returns promises. */
export type FlagResolution<Found, T> = Found extends PromiseLike<unknown> ? Promise<FlagResolutionDetails<T>> : FlagResolutionDetails<T>;
/**
 * Implements `Provider` of OpenFeature's server SDK when `resolveSnapshot` returns promises, and of its web SDK otherwise.
 */
export interface SvcOpenFeatureProvider<Found> {
    /** Describes the provider to OpenFeature. */
    readonly metadata: {
        /** The provider's name. */
        readonly name: string;
    };
    /** Evaluates a boolean flag. */
    resolveBooleanEvaluation(flagKey: string, defaultValue: boolean, context?: FlagEvaluationContext): FlagResolution<Found, boolean>;
    /** Evaluates a string flag. */
    resolveStringEvaluation(flagKey: string, defaultValue: string, context?: FlagEvaluationContext): FlagResolution<Found, string>;
    /** Evaluates a number flag. */
    resolveNumberEvaluation(flagKey: string, defaultValue: number, context?: FlagEvaluationContext): FlagResolution<Found, number>;
    /** Evaluates a JSON flag. */
    resolveObjectEvaluation<T>(flagKey: string, defaultValue: T, context?: FlagEvaluationContext): FlagResolution<Found, T>;
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
export declare function createSvcOpenFeatureProvider<Found extends MaybeFlag | PromiseLike<MaybeFlag>>(options: SvcOpenFeatureOptions<Found>): SvcOpenFeatureProvider<Found>;
