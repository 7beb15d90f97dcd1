/**
 * The state of an install. `needs_reauth` means that the CRM refuses its token, `suspended` that an operator paused it.
 * `unbound` appears on the trigger path, where a delivery names a portal and no install.
 */
export type InstallState = 'active' | 'needs_reauth' | 'suspended' | 'unbound';

/** The install that an invocation runs for. */
export interface InstallContext {
  /** The install's id. `static` for apps with `auth: 'static'`, and null while the state is `unbound`. */
  readonly id: string | null;
  /** The CRM account of the install. Null when the request names none. */
  readonly portalId: number | null;
  /** The state of the install. */
  readonly state: InstallState;
  /** Reads the JSON config of the install, which operators set. An empty object when none is set. */
  config<T = Record<string, unknown>>(): Promise<T>;
}

/** The caller of a workflow action or agent tool, as the CRM reports it: `ctx.execution`. */
export interface ExecutionContext {
  /** The id of the workflow. */
  readonly workflowId?: string;
  /** What started the run, such as `WORKFLOWS`, `AGENTS` or `COPILOT`. */
  readonly source?: string;
  /** The id of the callback that completes the action. Only on the batched workflow-action route. */
  readonly callbackId?: string;
  /** The CRM's id of the action. */
  readonly actionDefinitionId?: string;
}

/** The record that a capability runs for: `ctx.enrolledObject`. */
export interface EnrolledObject {
  /** The record id. Empty without a record. */
  readonly id: string;
  /** The record's object type. Empty without a record. */
  readonly objectType: string;
  /** The properties that the CRM sent with the request. */
  readonly properties: Record<string, unknown>;
}
