/** Members of the context that the SDK declares and this version of the runtime does not bring yet. */
/** Stands for a member and all that is under it: every call rejects with an error that names it. */
export declare function unavailable<T extends object>(path: string): T;
