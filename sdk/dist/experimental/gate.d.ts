/** The gate before everything experimental. */
/** Everything experimental is gated: without this it throws. */
export interface ExperimentalOptions {
    readonly experimental: true;
}
/** Which flags are meant where several projects or environments deliver theirs into one portal. */
export interface FlagDestinationOptions extends ExperimentalOptions {
    /** From `flagDestinationSourceId`. Default: the flags of one source only, told apart by their keys. */
    readonly sourceId?: string;
}
/** Throws unless whoever calls `name` knows that it is experimental. */
export declare function assertExperimental(name: string, options: ExperimentalOptions): void;
