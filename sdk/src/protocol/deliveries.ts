import type { WebhookEvent } from '../context/handler.ts';

/** The events of one portal for one trigger. */
export interface Delivery {
  readonly trigger: string;
  readonly portalId: number | null;
  readonly events: readonly WebhookEvent[];
}

/** The arguments of the step `trigger`, which runs triggers of a worker. */
export interface TriggerStepArguments {
  readonly deliveries: readonly Delivery[];
  /** The URL of the webhook request. */
  readonly url: string;
}

/** The result of the step `trigger`. */
export interface TriggerStepResult {
  /** The number of deliveries that the CRM must retry. */
  readonly failed: number;
}
