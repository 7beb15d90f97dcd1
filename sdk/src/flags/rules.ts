import type { FlagOperator } from '../context/flags.ts';
import { malformed } from './flag-error.ts';
import { type Data, isData, own } from './shape.ts';

type Test = (attribute: unknown, value: unknown) => boolean;

const same: Test = (attribute, value) => attribute === value;

/** Compares numbers with numbers and strings with strings, by code unit: ISO 8601 times of one form sort correctly. */
function ordered(compare: (a: number | string, b: number | string) => boolean): Test {
  return (a, b) =>
    ((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')) &&
    compare(a, b);
}

function texts(compare: (attribute: string, value: string) => boolean): Test {
  return (a, b) => typeof a === 'string' && typeof b === 'string' && compare(a, b);
}

const contains = /* @__PURE__ */ texts((a, b) => a.includes(b));

/** Whether an attribute matches one value. Values are not converted: the number 1 does not match the string "1". */
const TESTS: Readonly<Record<Exclude<FlagOperator, 'exists'>, Test>> = {
  eq: same,
  neq: same,
  in: same,
  notIn: same,
  contains: (a, b) => (Array.isArray(a) ? a.includes(b) : contains(a, b)),
  startsWith: /* @__PURE__ */ texts((a, b) => a.startsWith(b)),
  endsWith: /* @__PURE__ */ texts((a, b) => a.endsWith(b)),
  gt: /* @__PURE__ */ ordered((a, b) => a > b),
  gte: /* @__PURE__ */ ordered((a, b) => a >= b),
  lt: /* @__PURE__ */ ordered((a, b) => a < b),
  lte: /* @__PURE__ */ ordered((a, b) => a <= b),
};

/**
 * Reports whether a condition holds. A missing or null attribute matches only `exists: false`, so that unknown data
 * never targets a subject. The other operators hold when one value matches; `neq` and `notIn`, when none does.
 */
function holds(condition: unknown, context: Data): boolean {
  if (!isData(condition)) {
    throw malformed('a condition must be an object');
  }
  const { attr, op, values } = condition;
  if (typeof attr !== 'string' || typeof op !== 'string' || !Array.isArray(values)) {
    throw malformed('a condition must have attr, op and values');
  }
  const attribute = own(context, attr) ?? undefined;
  if (op === 'exists') {
    return (attribute !== undefined) === (values[0] !== false);
  }
  const test = own(TESTS, op) as Test | undefined;
  if (test === undefined) {
    throw malformed(`unknown operator "${op}"`);
  }
  const negated = op === 'neq' || op === 'notIn';
  return attribute !== undefined && values.some((value) => test(attribute, value)) !== negated;
}

/** Returns what the first applicable rule serves. A rule without conditions applies to everyone. */
export function firstRule<T>(rules: unknown, context: Data, serves: (serve: unknown) => T | undefined): T | undefined {
  if (!Array.isArray(rules)) {
    throw malformed('rules must be an array');
  }
  for (const rule of rules as unknown[]) {
    if (!isData(rule) || !Array.isArray(rule.when)) {
      throw malformed('a rule must have when and serve');
    }
    const served = rule.when.every((condition) => holds(condition, context)) ? serves(rule.serve) : undefined;
    if (served !== undefined) {
      return served;
    }
  }
  return undefined;
}
