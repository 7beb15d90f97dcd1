/** An occurrence of an app event. It stays the same when it is sent again. */
export interface Occurrence {
  /** The CRM counts occurrences with the same id once. */
  readonly id: string;
  readonly objectId?: string;
  readonly email?: string;
  readonly utk?: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** An occurrence that the CRM refuses for good. */
export interface RefusedOccurrence {
  readonly id: string;
  readonly message: string;
}

/** The arguments of the step `events`, which sends a batch of occurrences. */
export interface EventsStepArguments {
  /** The event's id. */
  readonly event: string;
  readonly occurrences: readonly Occurrence[];
  /** The install, as its actor knows it. */
  readonly install: { readonly id: string; readonly portalId: number | null };
}

/** The result of the step `events`. */
export interface EventsStepResult {
  /** Occurrences that the CRM refuses for good. It has all others. */
  readonly refused?: readonly RefusedOccurrence[];
  /** How long the rate budget is exhausted, in ms. Nothing was sent. */
  readonly waitMs?: number;
}
