/** Splits: which part of the traffic a context belongs to. The same context always gets the same part. */

import { malformed } from './fault.ts';
import { murmur3 } from './murmur3.ts';
import { type Data, isData, own } from './shape.ts';

/** What the weights of a split add up to: a weight is in thousandths of a percent. */
export const BUCKETS = 100_000;

/** The bucket of a flag's split that someone is in, from 0 to 99,999. */
export function bucket(salt: string, key: string, by: string): number {
  return murmur3(`${salt}:${key}:${by}`) % BUCKETS;
}

/** The value that decides; nothing when the context has none that could. */
function decider(context: Data, by: unknown): string | undefined {
  if (by !== undefined && typeof by !== 'string') {
    throw malformed('by is no attribute name');
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
      throw malformed('a part of a split needs a variation and a weight, a whole number from 0');
    }
    total += part.weight as number;
  }
  if (total !== BUCKETS) {
    throw malformed(`the weights of a split add up to ${total}, not to ${BUCKETS}`);
  }
  return parts;
}

/**
 * The name of the variation that a split gives. A context without the deciding attribute belongs to no part: the
 * split is passed over.
 */
export function splitVariation(flag: Data, serve: Data, context: Data): string | undefined {
  const parts = checked(serve.split);
  if (typeof flag.salt !== 'string' || typeof flag.key !== 'string') {
    throw malformed('a flag with a split needs key and salt');
  }
  const by = decider(context, serve.by);
  if (by === undefined) {
    return undefined;
  }
  let left = bucket(flag.salt, flag.key, by);
  return parts.find(({ weight }) => (left -= weight) < 0)?.variation;
}
