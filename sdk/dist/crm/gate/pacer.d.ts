/**
 * Paces the calls of one client: each waits for its turn at the gate of its portal, leaves, and reports back. A 429 is
 * waited out and tried again; what would wait too long ends as backpressure. No 429 ever leaves here.
 */
import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import type { PaceClock } from './clock.ts';
import type { Coordinator } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { Isolate } from './isolate.ts';
import type { RateReport } from './rate-headers.ts';
/** What a pacer is made of. */
export interface PacerOptions {
    readonly isolate: Isolate;
    /** Whose budget it is. */
    readonly portal: string;
    readonly limits: RateLimitsManifest;
    readonly clock: PaceClock;
    /** From 0 to 1. */
    readonly random: () => number;
    /** When the caller's own time is up, in milliseconds of the clock: nothing waits beyond it. */
    readonly deadline?: number | undefined;
    /** The desk of the portal, where there may be several isolates. */
    readonly coordinator?: Coordinator | undefined;
    /** Keeps the request alive for what nobody waits for. Needed with a coordinator. */
    readonly background?: ((work: Promise<unknown>) => void) | undefined;
}
/** One attempt of a call. */
export interface Attempt {
    readonly report: RateReport;
}
export declare class Pacer {
    #private;
    readonly options: PacerOptions;
    constructor(options: PacerOptions);
    /**
     * Has the call made when its turn comes, and again while the CRM refuses it for its rate. Rejects with CrmBackpressure
     * when that takes too long, and with whatever `attempt` rejects with.
     * @param attempt makes the call; it is given the milliseconds that it has waited since it was last tried
     */
    pass<T extends Attempt>(family: CrmFamily, attempt: (waitedMs: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
}
