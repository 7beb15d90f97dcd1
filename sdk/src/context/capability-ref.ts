/** A capability by kind and id. */
export interface CapabilityRef {
  /** The kind of the capability. */
  readonly kind: string;
  /** The id of the capability. */
  readonly id: string;
}
