/** Pages of the API's answers. */
/** The cursor of the next page; undefined on the last. */
export declare function afterOf(page: unknown): string | undefined;
