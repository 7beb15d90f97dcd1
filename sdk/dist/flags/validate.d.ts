/** Validates every member of a flag, so that only complete snapshots are stored. */
import type { FlagSnapshot } from '../context/flags.ts';
/** An invalid member of a snapshot. */
export declare class SnapshotFault extends Error {
    /** The path of the member, such as `rules[0].serve.variation`. */
    readonly field: string;
    constructor(field: string, message: string);
}
/**
 * Returns a JSON value as a snapshot.
 *
 * @throws {SnapshotFault} for the first invalid member
 */
export declare function readSnapshot(value: unknown): FlagSnapshot;
