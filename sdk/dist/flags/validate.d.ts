/** Checks a flag that somebody hands in, to the last member: what is kept is a `FlagSnapshot`, or nothing. */
import type { FlagSnapshot } from '../context/flags.ts';
/** What is wrong with a snapshot, and where: `rules[0].serve.variation`. */
export declare class SnapshotFault extends Error {
    readonly field: string;
    constructor(field: string, message: string);
}
/** The snapshot that a JSON value is; throws a SnapshotFault for the first thing that is wrong with it. */
export declare function readSnapshot(value: unknown): FlagSnapshot;
