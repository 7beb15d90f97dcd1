/**
 * Chunks of one page that are on their way side by side: no record is in two of them, so their order does not matter.
 * Two keep up with the CRM's pace where a call takes less than 200 ms, and share the calls that one step may make.
 */
export declare const CHUNKS_AT_ONCE = 2;
