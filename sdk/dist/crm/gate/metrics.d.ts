/** Rate metrics in the log: four events, on when the app's `rateLimits.metrics` says so (spec, Runtime metric events). */
import type { Logger } from '../../context/logger.ts';
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';
/** The call that a metric is about. */
export interface MeteredCall {
    readonly family: CrmFamily;
    /** Without its query, which may hold what nobody should log. */
    readonly path: string;
}
/** Where metrics go. */
export interface RateMetrics {
    answered(call: MeteredCall, report: RateReport): void;
    turnedAway(call: MeteredCall, retryAfterSeconds: number): void;
}
/** @param origin fields of every event: portal and surface */
export declare function rateMetrics(logger: Pick<Logger, 'info'>, origin: Readonly<Record<string, unknown>>): RateMetrics;
