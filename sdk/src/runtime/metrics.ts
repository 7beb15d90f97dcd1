import { rateMetrics } from '../crm/gate/metrics.ts';
import { metricsExtension } from '../crm/gate/metrics-extension.ts';

/** Adds the rate metrics of `ctx.crm`. */
export function extend(): void {
  metricsExtension.add(rateMetrics);
}
