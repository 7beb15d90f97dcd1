/**
 * The gate of one portal and one family of calls: it knows how many calls may be on their way now. It is numbers and a
 * queue, and no more: callers sleep on timers of their own and ask again, since on the edge a promise or a timer belongs
 * to the request that made it.
 *
 * Four things hold a call back, and the strictest counts: the app's own bucket of tokens, the guard (no more calls in a
 * window than the CRM takes, each charged from its sending until a window after its answer), the number that the CRM has
 * reported, and a hold (after a 429, or when nothing remains). So a window can never see more than it takes, whatever
 * the latency and wherever it begins.
 */
import { Calls, type Lease } from './calls.ts';
import type { RateReport } from './rate-headers.ts';
/** What a family of calls begins with. */
export interface GateSettings {
    /** Tokens that the bucket holds. */
    readonly capacity: number;
    readonly refillPerSecond: number;
    /** Tokens of one call. */
    readonly cost: number;
    /** Calls that the CRM is known to take in `intervalMs`; absent: it says so itself. */
    readonly max?: number;
    readonly intervalMs: number;
    /** Learns the CRM's own limits, and restores the rate after 429s. */
    readonly adaptive: boolean;
    /** Waits longer than this, in milliseconds, are not waited for. */
    readonly capMs: number;
}
export declare class Gate {
    #private;
    protected readonly settings: GateSettings;
    readonly calls: Calls;
    protected interval: number;
    /** Calls that were turned away and told when to come again: the next is told a later time. */
    protected phantoms: number;
    constructor(settings: GateSettings, random: () => number);
    /** Among how many isolates the budget is shared, where nobody tells them apart. */
    share: number;
    /** Tokens a second. */
    get rate(): number;
    get tokens(): number;
    /** Milliseconds of the hold that are left. */
    holdFor(now: number): number;
    /** Whether nothing would be lost if it were forgotten: no call on its way, none held back, no lesson learned. */
    isIdle(now: number): boolean;
    /** How many calls may leave now, of `waiting` that would. */
    available(now: number, waiting: number): number;
    /** Takes the tokens of a call that leaves now. @param deadline when its caller is gone at the latest */
    lease(now: number, deadline?: number): Lease;
    protected take(tokens: number): void;
    /** The bucket holds no more than the CRM has reported to remain. */
    protected clamp(remaining: number): void;
    /** Calls that are not in what the CRM has reported to remain. */
    protected unreported(_now: number): number;
    /** A call has ended; without a report it got no answer, and may have counted. */
    settle(lease: Lease, now: number, report: RateReport | undefined): void;
    /** Milliseconds until the call that is `place`th in the queue may leave, as things stand. */
    waitFor(place: number, now: number): number;
    /** Milliseconds until the bucket alone lets that call leave. */
    protected tokensIn(place: number): number;
    /** Whether one call goes at a time. */
    get isSingleFile(): boolean;
    /** Whether it is worth to wait for a first report: until then the window is taken for smaller than it may be. */
    get isUnknown(): boolean;
    /**
     * Milliseconds after which a call that is turned away has a chance. They all are told different times: told the same
     * one they would all come at once.
     */
    hint(place: number, now: number): number;
    /** Brings the numbers to the time. A clock that steps back changes nothing. */
    advance(now: number): void;
    /** Nothing leaves before; then one call goes to see. */
    holdUntil(at: number): void;
    protected windowSize(): number;
}
