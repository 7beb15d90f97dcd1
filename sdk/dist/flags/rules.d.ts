/** Targeting rules: whether the conditions of a rule hold for a context. */
import { type Data } from './shape.ts';
/** The first rule whose conditions all hold and that `serves`; a rule without conditions holds for everybody. */
export declare function firstRule<T>(rules: unknown, context: Data, serves: (serve: unknown) => T | undefined): T | undefined;
