/** Helpers of the type tests. */

/** Holds only when its argument is true. */
export type Expect<T extends true> = T;

/** Whether two types are identical, including their modifiers. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** `Expect` as a statement. Type tests are never run, so it has no body. */
export declare function expectTrue<T extends true>(): T;
