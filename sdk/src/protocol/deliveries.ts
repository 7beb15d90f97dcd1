/** The step that hands webhook deliveries to the triggers of a worker. */

import type { WebhookEvent } from '../context/handler.ts';

/** The events of one portal that one trigger asks for. */
export interface Delivery {
  readonly trigger: string;
  readonly portalId: number | null;
  readonly events: readonly WebhookEvent[];
}

export interface TriggerStepArguments {
  readonly deliveries: readonly Delivery[];
  /** The URL that the platform posted to. */
  readonly url: string;
}

export interface TriggerStepResult {
  /** How many deliveries the platform has to make again. */
  readonly failed: number;
}
