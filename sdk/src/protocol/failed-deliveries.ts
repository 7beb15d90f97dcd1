import type { WebhookEvent } from '../context/handler.ts';

/** What a delivery was for: a trigger, or a push source. */
export type DeliveryKind = 'trigger' | 'source';

/** The name of a trigger or push source. */
export interface DeliveryTarget {
  readonly worker: string;
  readonly kind: DeliveryKind;
  /** The trigger's id, or the source's name. */
  readonly target: string;
}

/** A delivery that failed, without its content. Times are milliseconds since the epoch. */
export interface FailedDelivery extends DeliveryTarget {
  /** Equal for all attempts of one delivery to one target. */
  readonly id: string;
  /** The portal of the events. Null for a push source, and for events without a portal. */
  readonly portalId: number | null;
  /** The status and code of the last answer, and its message. */
  readonly status: number;
  readonly error: string;
  readonly message: string;
  /** When it failed first, and last. */
  readonly at: number;
  readonly lastAt: number;
  /** How often it failed. */
  readonly times: number;
  /** Length of the content as JSON, in UTF-16 units. */
  readonly size: number;
  /** Whether the content is kept completely, so that the delivery can be replayed. */
  readonly replayable: boolean;
}

/** The argument of `deliveryFailed`: one failed attempt. */
export interface FailedAttempt extends Omit<FailedDelivery, 'at' | 'lastAt' | 'times' | 'replayable'> {
  /** The redacted content. Of content that is too large to keep, its start as text. */
  readonly content: unknown;
  /** The content as JSON text as it came, if redaction changed it and it is not too large to keep. */
  readonly original?: string | undefined;
  /** Whether the content is too large to keep. */
  readonly isCut: boolean;
  /** How long the copy is kept, in ms. */
  readonly keptMs: number;
  /** When the attempt began. Absent in reports of an older version. */
  readonly begunAt?: number | undefined;
}

/** What a replay needs. */
export interface ReplayedDelivery extends DeliveryTarget {
  readonly portalId: number | null;
  /** The content as it came: the events of a trigger, or the body of a post. */
  readonly content: unknown;
}

/** The arguments of the step `posted`, which replays a post to a push source for one install. */
export interface PostedStepArguments {
  readonly source: string;
  readonly install: string;
  /** The body of the post. */
  readonly event: unknown;
}

/** The result of the step `posted`. */
export interface PostedStepResult {
  /** The HTTP status that the sender would have got. */
  readonly status: number;
}

/** The content of a trigger's delivery. */
export type DeliveredEvents = readonly WebhookEvent[];
