/** Finds what a handler names by its definition or by its id. */
/**
 * The declaration. Throws a TypeError that lists those that there are.
 * @param what as in "app event"
 * @param option where `defineApp` takes them
 */
export declare function declaredAs<T extends {
    readonly id: string;
}>(declared: readonly T[], ref: unknown, what: string, option: string): T;
