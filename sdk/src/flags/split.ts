import { malformed } from './flag-error.ts';
import { murmur3 } from './murmur3.ts';
import { type Data, isData, own } from './shape.ts';

/** The sum of a split's weights. A weight is in thousandths of a percent. */
export const BUCKETS = 100_000;

/** Returns the bucket of a subject in a flag's split, from 0 to 99,999. */
export function bucket(salt: string, key: string, by: string): number {
  return murmur3(`${salt}:${key}:${by}`) % BUCKETS;
}

/** Returns the value that identifies the subject. Undefined when the context has no usable one. */
function subjectOf(context: Data, by: unknown): string | undefined {
  if (by !== undefined && typeof by !== 'string') {
    throw malformed('by must be an attribute name');
  }
  const value = own(context, by ?? 'targetingKey');
  return value === '' || !['string', 'number', 'boolean'].includes(typeof value) ? undefined : String(value);
}

function checked(split: unknown): { variation: string; weight: number }[] {
  let total = 0;
  const parts = Array.isArray(split) ? split : [];
  for (const part of parts as unknown[]) {
    if (
      !isData(part) ||
      typeof part.variation !== 'string' ||
      !Number.isInteger(part.weight) ||
      (part.weight as number) < 0
    ) {
      throw malformed('a part of a split must have a variation and a weight, a whole number of at least 0');
    }
    total += part.weight as number;
  }
  if (total !== BUCKETS) {
    throw malformed(`the weights of a split must have the sum ${BUCKETS}, got ${total}`);
  }
  return parts;
}

/**
 * Returns the variation that a split serves. Undefined, to skip the split, when the context lacks the attribute `by`.
 */
export function splitVariation(flag: Data, serve: Data, context: Data): string | undefined {
  const parts = checked(serve.split);
  if (typeof flag.salt !== 'string' || typeof flag.key !== 'string') {
    throw malformed('a flag with a split must have a key and a salt');
  }
  const subject = subjectOf(context, serve.by);
  if (subject === undefined) {
    return undefined;
  }
  let left = bucket(flag.salt, flag.key, subject);
  return parts.find(({ weight }) => (left -= weight) < 0)?.variation;
}
