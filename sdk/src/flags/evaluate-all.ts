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

/** The type of a flag's value, from its default: boolean for `false`. */
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
 * Evaluates several flags for one context. It evaluates each key of `defaults`.
 *
 * @param snapshots flags by key
 * @param defaults the value to return when an evaluation fails, by key; its type is the expected type of the flag, and
 * null and undefined accept any type
 * @returns results by key
 * @example
 * import { evaluateFlags, type FlagSnapshot } from '@svc/sdk';
 *
 * export function settings(flags: Record<string, FlagSnapshot>) {
 *   const results = evaluateFlags(flags, { targetingKey: '62515' }, { 'new-layout': false, tone: 'brief' });
 *   return { newLayout: results['new-layout'].value, tone: results.tone.value };
 * }
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
