import type { Logger } from '../../context/logger.ts';
import { isBackpressure } from './backpressure.ts';
import type { CrmFamily } from './family.ts';
import type { RateReport } from './rate-headers.ts';

/** The call of a metric. */
export interface MeteredCall {
  /** The rate limit that the call counts against. */
  readonly family: CrmFamily;
  /** Without the query, which may contain personal data. */
  readonly path: string;
}

/** Records rate metrics. */
export interface RateMetrics {
  /** Records what a response reports about the rate limits. */
  answered(call: MeteredCall, report: RateReport): void;
  /** Records a call that failed, if it ended as backpressure. */
  failed(call: MeteredCall, error: unknown): void;
}

/**
 * Logs rate metrics, if the app sets `rateLimits.metrics` (spec, Runtime metric events).
 *
 * @param origin fields of every event: portal and surface
 */
export function rateMetrics(logger: Pick<Logger, 'info'>, origin: Readonly<Record<string, unknown>>): RateMetrics {
  const emit = (event: string, call: MeteredCall, fields: Record<string, unknown>) =>
    logger.info(event, { ...origin, endpointFamily: call.family, path: call.path, ...fields });
  return {
    answered(call, { status, remaining, max, retryAfterMs }) {
      if (remaining !== undefined) {
        emit('crm_ratelimit_remaining', call, { value: remaining, status });
      }
      if (remaining !== undefined && max !== undefined && max > 0) {
        emit('crm_ratelimit_headroom_pct', call, { value: Math.round((remaining / max) * 1000) / 10, status });
      }
      if (status === 429) {
        const retryAfter = retryAfterMs === undefined ? {} : { retryAfterSeconds: retryAfterMs / 1000 };
        emit('crm_ratelimit_429_total', call, { value: 1, status, ...retryAfter });
      }
    },
    failed(call, error) {
      if (isBackpressure(error)) {
        const { retryAfterSeconds } = error;
        emit('crm_ratelimit_backpressure_total', call, { value: 1, retryAfterSeconds });
      }
    },
  };
}
