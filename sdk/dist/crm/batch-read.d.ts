/**
 * Gathers the look-ups of one turn of an invocation: those of a kind that are asked for until the engine turns to
 * something else go in common calls, each id once. Nothing is kept beyond the turn.
 */
import type { BatchOutcome } from './batch-run.ts';
/** Looks ids up, all in one call; gives what became of each, by its place. Never rejects. */
export type LookUp = (ids: readonly string[]) => Promise<BatchOutcome[]>;
export declare class BatchReads {
    #private;
    /** @param atEndOfTurn runs something when the engine turns to something else */
    constructor(atEndOfTurn: (run: () => void) => void);
    /**
     * Gives what became of each id, by its place.
     * @param kind look-ups with the same text go together
     * @param size ids of one call
     */
    read(kind: string, ids: readonly string[], size: number, lookUp: LookUp): Promise<BatchOutcome[]>;
}
