/** Members of the context that cannot be used: every call of them rejects with an error that says why. */
/** Stands for a member that belongs to an install, where a webhook delivery names a portal but no install. */
export declare function unbound<T extends object>(path: string): T;
