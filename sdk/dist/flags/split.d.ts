import { type Data } from './shape.ts';
/** The sum of a split's weights. A weight is in thousandths of a percent. */
export declare const BUCKETS = 100000;
/** Returns the bucket of a subject in a flag's split, from 0 to 99,999. */
export declare function bucket(salt: string, key: string, by: string): number;
/**
 * Returns the variation that a split serves. Undefined, to skip the split, when the context lacks the attribute `by`.
 */
export declare function splitVariation(flag: Data, serve: Data, context: Data): string | undefined;
