/** When a call that failed for a reason that may pass is made again: after what, how often, and how much later. */
import type { PacerOptions } from './gate/pacer.ts';
/** Whether the same call may go through another time. */
export declare function mayPass(error: unknown): boolean;
/** Whether the CRM surely has not done what it was asked for, of a call that failed with `mayPass`. */
export declare function surelyNotDone(error: unknown): boolean;
/** The retries of one call. */
export declare class Retries {
    #private;
    /** @param signal ends waits */
    constructor(options: PacerOptions, signal: AbortSignal | undefined);
    /** Waits, and tells whether the call is to be made again: not too often, and not when that would take too long. */
    next(error: unknown): Promise<boolean>;
}
