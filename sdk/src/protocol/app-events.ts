/** An occurrence of an app event. It stays the same when it is sent again. */
export interface Occurrence {
  /** The CRM counts occurrences with the same id once. */
  readonly id: string;
  /** The record that the occurrence belongs to. */
  readonly objectId?: string;
  /** The email address of the contact that the occurrence belongs to. */
  readonly email?: string;
  /** The visitor token of the contact that the occurrence belongs to. */
  readonly utk?: string;
  /** The values of the event's properties, by name. */
  readonly properties: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** An occurrence that the CRM refuses for good. */
export interface RefusedOccurrence {
  /** The id of the occurrence. */
  readonly id: string;
  /** The CRM's reason. */
  readonly message: string;
}

/** The arguments of the step `events`, which sends a batch of occurrences. */
export interface EventsStepArguments {
  /** The event's id. */
  readonly event: string;
  /** What to send, in the order in which it was stored. */
  readonly occurrences: readonly Occurrence[];
  /** The install, as its actor knows it. */
  readonly install: {
    /** The install's id. */
    readonly id: string;
    /** The portal's id; null before the first request names it. */
    readonly portalId: number | null;
  };
}

/** The result of the step `events`. */
export interface EventsStepResult {
  /** Occurrences that the CRM refuses for good. It has all others. */
  readonly refused?: readonly RefusedOccurrence[];
  /** How long the rate budget is exhausted, in ms. Nothing was sent. */
  readonly waitMs?: number;
}
