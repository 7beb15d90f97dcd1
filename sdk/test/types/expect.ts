/** The two words that type tests are written in. */

/** Holds only when its argument is true. */
export type Expect<T extends true> = T;

/** Whether two types are the very same: neither wider, nor with other modifiers. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The same, as a statement. Type tests are never run, so it needs no body. */
export declare function expectTrue<T extends true>(): T;
