/** Members of the context that cannot be used: every call of them rejects with an error that says why. */
/** Stands for a member that this version of the runtime does not bring yet, and for all that is under it. */
export declare function unavailable<T extends object>(path: string): T;
/** Stands for a member that belongs to an install, where a webhook delivery names a portal but no install. */
export declare function unbound<T extends object>(path: string): T;
