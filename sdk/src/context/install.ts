/**
 * The state of an install. `needs_reauth`: the CRM rejects its token, so the portal must authorize the app again.
 * `suspended`: an operator paused it. `unbound`: the handler of a trigger has no install, because a delivery names a
 * portal only.
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
  /** Reads the install's JSON config, which operators of the app set. An empty object if none is set. */
  config<T = Record<string, unknown>>(): Promise<T>;
}

/** The caller of a workflow action or agent tool, as the CRM reports it: `ctx.execution`. */
export interface ExecutionContext {
  /** The id of the workflow. */
  readonly workflowId?: string;
  /** What called the action, such as `WORKFLOWS`, `AGENTS` or `COPILOT`. */
  readonly source?: string;
  /** The id of the callback that completes the action. Only if the CRM calls the action in batches. */
  readonly callbackId?: string;
  /** The CRM's id of the action. */
  readonly actionDefinitionId?: string;
}

/** The record that a capability runs for: `ctx.enrolledObject`. Without one, as in cards, its members are empty. */
export interface EnrolledObject {
  /** The record id, or `''`. */
  readonly id: string;
  /** The record's object type as the CRM sends it, or `''`. */
  readonly objectType: string;
  /** The properties that the CRM sent with the request. */
  readonly properties: Record<string, unknown>;
}
