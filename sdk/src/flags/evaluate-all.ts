/** Evaluates many flags at once, for one context. */

import type { FlagEvaluationContext, FlagEvaluationResult } from '../context/flags.ts';
import {
  evaluateBooleanFlag,
  evaluateFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
  type MaybeFlag,
} from './evaluate.ts';
import { isData, own } from './shape.ts';

/** The type that a default widens to: `false` asks for a boolean flag, not for the flag that is false. */
export type FlagValueOf<Default> = Default extends boolean
  ? boolean
  : Default extends number
    ? number
    : Default extends string
      ? string
      : Default;

function evaluateLike(flag: MaybeFlag, context: FlagEvaluationContext, defaultValue: unknown): FlagEvaluationResult {
  switch (typeof defaultValue) {
    case 'boolean':
      return evaluateBooleanFlag(flag, context, defaultValue);
    case 'string':
      return evaluateStringFlag(flag, context, defaultValue);
    case 'number':
      return evaluateNumberFlag(flag, context, defaultValue);
    case 'object':
      return defaultValue === null ? evaluateFlag(flag, context, null) : evaluateJsonFlag(flag, context, defaultValue);
    default:
      return evaluateFlag(flag, context, defaultValue);
  }
}

/**
 * Evaluates the flags that have a default, by key. The type of a default says which type of flag is asked for; null
 * and undefined ask for any.
 */
export function evaluateFlags<Defaults extends Readonly<Record<string, unknown>>>(
  snapshots: Readonly<Record<string, MaybeFlag>>,
  context: FlagEvaluationContext,
  defaults: Defaults,
): { readonly [K in keyof Defaults]: FlagEvaluationResult<FlagValueOf<Defaults[K]>> } {
  const flags: unknown = snapshots;
  const result = (key: string, value: unknown) =>
    evaluateLike(isData(flags) ? (own(flags, key) as MaybeFlag) : undefined, context, value);
  return Object.fromEntries(Object.entries(defaults ?? {}).map(([key, value]) => [key, result(key, value)])) as never;
}
