/** Who installed the app, and on what occasion the handler runs. */
/** `unbound` is the webhook trigger path, where a delivery names a portal but no install. */
export type InstallState = 'active' | 'needs_reauth' | 'suspended' | 'unbound';
/** The install that the invocation belongs to. */
export interface InstallContext {
    /** `static` for apps with `auth: 'static'`; null while the state is `unbound`. */
    readonly id: string | null;
    /** The portal (account) of the CRM; null where nothing on the wire names one. */
    readonly portalId: number | null;
    readonly state: InstallState;
    /** The JSON that was set for this install; an empty object when nothing was. */
    config<T = Record<string, unknown>>(): Promise<T>;
}
/** What the invoking surface says about the run. Present only when it says something. */
export interface ExecutionContext {
    readonly workflowId?: string;
    /** Such as `WORKFLOWS`, `AGENTS` or `COPILOT`. */
    readonly source?: string;
    /** Only on the batched route: the callback that completes this item. */
    readonly callbackId?: string;
    readonly actionDefinitionId?: string;
}
/** The record that the invocation is about. */
export interface EnrolledObject {
    readonly id: string;
    readonly objectType: string;
    readonly properties: Record<string, unknown>;
}
