/** Why an evaluation falls back to the caller's default. Inside this folder only: no evaluation throws. */
import type { FlagErrorCode } from '../context/flags.ts';
export declare class FlagFault extends Error {
    readonly code: FlagErrorCode;
    constructor(code: FlagErrorCode, message: string);
}
/** A fault for a snapshot that is not what it should be. */
export declare function malformed(message: string): FlagFault;
