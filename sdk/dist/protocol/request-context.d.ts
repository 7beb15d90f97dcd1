/** What a worker is made of, prepared once when its module loads. */
import type { CapabilityDefinition } from '../capability/capability.ts';
import type { CardBackendDefinition } from '../capability/card-backend.ts';
import type { PushSourceDefinition } from '../capability/source.ts';
import type { SyncDefinition } from '../capability/sync.ts';
import type { ToolDefinition } from '../capability/tool.ts';
import type { TriggerDefinition } from '../capability/trigger.ts';
import type { WorkerDefinition } from '../capability/worker.ts';
import type { AppDefinition } from '../declare/app.ts';
import type { ProjectManifest, RateLimitsManifest } from '../manifest/manifest.ts';
import type { Bindings, EventContext } from '../platform/host.ts';
import type { VendorProfile } from '../profiles/profile.ts';
/** What the runtime takes from a vendor profile. */
export type RuntimeProfile = Pick<VendorProfile, 'headerPrefix' | 'executionStateKey' | 'retryAfterUnit' | 'apiOrigin' | 'paths'>;
/** The argument of `createWorker`. */
export interface WorkerParts {
    /** The app of the project. */
    readonly app: AppDefinition;
    /** The worker to serve. */
    readonly worker: WorkerDefinition;
    /** The vendor's names. */
    readonly profile: RuntimeProfile;
}
/** A capability that a request can run. */
export type Capability = CapabilityDefinition;
/** The parts of a worker, its capabilities by kind and id. */
export interface WorkerDefinitions extends WorkerParts {
    readonly tools: ReadonlyMap<string, ToolDefinition>;
    readonly cardBackends: ReadonlyMap<string, CardBackendDefinition>;
    readonly triggers: ReadonlyMap<string, TriggerDefinition>;
    readonly syncs: ReadonlyMap<string, SyncDefinition>;
    /** By name: the push sources of the worker's syncs. */
    readonly pushSources: ReadonlyMap<string, PushSourceDefinition>;
    /** The app's rate budget, defaults filled in. */
    readonly rateLimits: RateLimitsManifest;
}
/** Where a request is served: by which worker, with its bindings, and the platform below. */
export interface BaseRequestContext extends EventContext {
    readonly profile: RuntimeProfile;
    readonly env: Bindings;
}
/** A request that a user worker serves. */
export interface RequestContext extends BaseRequestContext {
    readonly site: WorkerDefinitions;
}
/** What the app worker takes from a vendor profile: beside the API, the CRM's own pages. */
export type AppProfile = RuntimeProfile & Pick<VendorProfile, 'appOrigin' | 'authorizePath' | 'connectedAppsPath'>;
/** The argument of `createAppWorker`: plain data. */
export interface AppParts {
    /** The manifest of the project. */
    readonly manifest: ProjectManifest;
    /** The vendor's names. */
    readonly profile: AppProfile;
}
/** A request that the app worker serves. */
export interface AppRequestContext extends BaseRequestContext, AppParts {
    readonly profile: AppProfile;
}
