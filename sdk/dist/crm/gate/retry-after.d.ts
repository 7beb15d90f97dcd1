/** The Retry-After header: seconds, or an HTTP date. */
/**
 * Milliseconds to wait, at least 0; undefined when the header is missing or means nothing.
 * @param date the answer's own Date header: with it the CRM's clock is read, and ours may be wrong
 */
export declare function retryAfterMs(text: string | null, date: string | null, now: number): number | undefined;
