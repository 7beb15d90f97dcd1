/** An OpenFeature provider over our flags, for the SDKs of OpenFeature on servers and in browsers. */
import type { FlagEvaluationContext, FlagReason } from '../context/flags.ts';
import { type MaybeFlag } from './evaluate.ts';
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
export type FlagResolution<Found, T> = Found extends PromiseLike<unknown> ? Promise<FlagResolutionDetails<T>> : FlagResolutionDetails<T>;
/** Fits `Provider` of OpenFeature's server SDK when snapshots are promised, and that of its web SDK when they are not. */
export interface SvcOpenFeatureProvider<Found> {
    readonly metadata: {
        readonly name: string;
    };
    resolveBooleanEvaluation(flagKey: string, defaultValue: boolean, context?: FlagEvaluationContext): FlagResolution<Found, boolean>;
    resolveStringEvaluation(flagKey: string, defaultValue: string, context?: FlagEvaluationContext): FlagResolution<Found, string>;
    resolveNumberEvaluation(flagKey: string, defaultValue: number, context?: FlagEvaluationContext): FlagResolution<Found, number>;
    resolveObjectEvaluation<T>(flagKey: string, defaultValue: T, context?: FlagEvaluationContext): FlagResolution<Found, T>;
}
/** Makes a provider. No evaluation of it throws or rejects: what fails gives the caller's default. */
export declare function createSvcOpenFeatureProvider<Found extends MaybeFlag | PromiseLike<MaybeFlag>>(options: SvcOpenFeatureOptions<Found>): SvcOpenFeatureProvider<Found>;
