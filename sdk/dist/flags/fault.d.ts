import type { FlagErrorCode } from '../context/flags.ts';
/** Why an evaluation returns the caller's default. It never leaves this folder, because no evaluation throws. */
export declare class FlagFault extends Error {
    readonly code: FlagErrorCode;
    constructor(code: FlagErrorCode, message: string);
}
/** Returns the error for a malformed snapshot. */
export declare function malformed(message: string): FlagFault;
