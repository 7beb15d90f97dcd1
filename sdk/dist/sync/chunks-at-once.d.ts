/** Chunks of one page that are on their way side by side: no key is in two of them, so their order does not matter. */
export declare const CHUNKS_AT_ONCE = 4;
