/** The gates of an isolate: one for each portal and family of calls. Numbers and queues, which all requests share. */
import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import type { CrmFamily } from './family.ts';
import { Gate, type GateSettings } from './gate.ts';
import { Membership } from './membership.ts';
import { Queue } from './queue.ts';
/** A gate, and who waits at it. */
export interface Pace {
    readonly gate: Gate;
    readonly queue: Queue;
}
/** The window of general calls until the CRM says another, in milliseconds (spec, Limits). */
export declare const INTERVAL_MS = 10000;
export declare class Isolate {
    #private;
    /** @param id tells it from the other isolates of a portal. Default: random, when it is first needed */
    constructor(id?: string);
    membershipOf(portal: string): Membership;
    paceOf(portal: string, family: CrmFamily, limits: RateLimitsManifest, random: () => number, now: number): Pace;
}
/** What a family of the app begins with. */
export declare function settingsOf(family: CrmFamily, { bucket, retry }: RateLimitsManifest): GateSettings;
