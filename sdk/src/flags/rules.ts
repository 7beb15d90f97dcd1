/** Targeting rules: whether the conditions of a rule hold for a context. */

import type { FlagOperator } from '../context/flags.ts';
import { malformed } from './fault.ts';
import { type Data, isData, own } from './shape.ts';

type Test = (attribute: unknown, value: unknown) => boolean;

const same: Test = (attribute, value) => attribute === value;

/** Compares numbers with numbers and texts with texts (by code unit: ISO 8601 times of one form compare right). */
function ordered(compare: (a: number | string, b: number | string) => boolean): Test {
  return (a, b) =>
    ((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')) &&
    compare(a, b);
}

function texts(compare: (attribute: string, value: string) => boolean): Test {
  return (a, b) => typeof a === 'string' && typeof b === 'string' && compare(a, b);
}

const contains = texts((a, b) => a.includes(b));

/** What one value of a condition asks of the attribute. Nothing is converted: the number 1 is not the text "1". */
const TESTS: Readonly<Record<Exclude<FlagOperator, 'exists'>, Test>> = {
  eq: same,
  neq: same,
  in: same,
  notIn: same,
  contains: (a, b) => (Array.isArray(a) ? a.includes(b) : contains(a, b)),
  startsWith: texts((a, b) => a.startsWith(b)),
  endsWith: texts((a, b) => a.endsWith(b)),
  gt: ordered((a, b) => a > b),
  gte: ordered((a, b) => a >= b),
  lt: ordered((a, b) => a < b),
  lte: ordered((a, b) => a <= b),
};

/**
 * An attribute that is absent or null fulfils no condition but `exists` with the value false, so that nobody is
 * targeted by what is not known of him. The other operators hold when one of the values fits; `neq` and `notIn`, when none does.
 */
function holds(condition: unknown, context: Data): boolean {
  if (!isData(condition)) {
    throw malformed('a condition is no object');
  }
  const { attr, op, values } = condition;
  if (typeof attr !== 'string' || typeof op !== 'string' || !Array.isArray(values)) {
    throw malformed('a condition needs attr, op and values');
  }
  const attribute = own(context, attr) ?? undefined;
  if (op === 'exists') {
    return (attribute !== undefined) === (values[0] !== false);
  }
  const test = own(TESTS, op) as Test | undefined;
  if (test === undefined) {
    throw malformed(`there is no operator "${op}"`);
  }
  const negated = op === 'neq' || op === 'notIn';
  return attribute !== undefined && values.some((value) => test(attribute, value)) !== negated;
}

/** The first rule whose conditions all hold and that `serves`; a rule without conditions holds for everybody. */
export function firstRule<T>(rules: unknown, context: Data, serves: (serve: unknown) => T | undefined): T | undefined {
  if (!Array.isArray(rules)) {
    throw malformed('rules is no list');
  }
  for (const rule of rules as unknown[]) {
    if (!isData(rule) || !Array.isArray(rule.when)) {
      throw malformed('a rule needs when and serve');
    }
    const served = rule.when.every((condition) => holds(condition, context)) ? serves(rule.serve) : undefined;
    if (served !== undefined) {
      return served;
    }
  }
  return undefined;
}
