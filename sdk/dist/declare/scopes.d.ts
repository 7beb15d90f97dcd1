/** The marker that says which scopes a call needs. */
/**
 * Says that `run` needs these scopes, calls it, and gives back what it gives. `svc check` compares the scopes with
 * those that the app requests; at run time the marker does nothing else.
 */
export declare function usesScopes<T>(scopes: string | readonly string[], run: () => T): T;
