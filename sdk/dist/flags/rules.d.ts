import { type Data } from './shape.ts';
/** Returns what the first applicable rule serves. A rule without conditions applies to everyone. */
export declare function firstRule<T>(rules: unknown, context: Data, serves: (serve: unknown) => T | undefined): T | undefined;
