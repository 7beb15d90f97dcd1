/**
 * Chunks of one page that are on their way side by side: no key is in two of them, so their order does not matter. The
 * edge lets one event wait for six answers at a time.
 */
export const CHUNKS_AT_ONCE = 4;
