/**
 * Finds a source that goes round in circles: cursors that come again would be fetched for ever. It remembers one cursor,
 * and another one after twice as many steps (Brent's algorithm), so any circle is found within three times its length.
 */
export interface CycleMark {
    readonly cursor: string;
    /** Steps until another cursor is remembered. */
    readonly left: number;
    readonly span: number;
}
/** The mark after the cursor, or undefined: the cursor has been there before in this run. */
export declare function markCycle(mark: CycleMark | undefined, cursor: string): CycleMark | undefined;
