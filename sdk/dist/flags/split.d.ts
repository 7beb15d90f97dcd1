/** Splits: which part of the traffic a context belongs to. The same context always gets the same part. */
import { type Data } from './shape.ts';
/** What the weights of a split add up to: a weight is in thousandths of a percent. */
export declare const BUCKETS = 100000;
/** The bucket of a flag's split that someone is in, from 0 to 99,999. */
export declare function bucket(salt: string, key: string, by: string): number;
/**
 * The name of the variation that a split gives. A context without the deciding attribute belongs to no part: the
 * split is passed over.
 */
export declare function splitVariation(flag: Data, serve: Data, context: Data): string | undefined;
