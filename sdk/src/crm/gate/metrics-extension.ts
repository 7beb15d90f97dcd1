import { Extension } from '../../platform/extension.ts';
import type { rateMetrics } from './metrics.ts';

/** What logs rate metrics. */
export const metricsExtension = /* @__PURE__ */ new Extension<typeof rateMetrics>('rateLimits.metrics', 'metrics');
