import type { CapabilityDefinition } from '../capability/capability.ts';
import type { CardBackendDefinition } from '../capability/card-backend.ts';
import type { PushSourceDefinition } from '../capability/source.ts';
import type { SyncDefinition } from '../capability/sync.ts';
import type { ToolDefinition } from '../capability/tool.ts';
import type { TriggerDefinition } from '../capability/trigger.ts';
import type { WorkerDefinition } from '../capability/worker.ts';
import type { Isolate } from '../crm/gate/isolate.ts';
import type { AppDefinition } from '../declare/app.ts';
import type { ProjectManifest, RateLimitsManifest } from '../manifest/manifest.ts';
import type { Bindings, EventContext } from '../platform/host.ts';
import type { VendorProfile } from '../profiles/profile.ts';

/** The members of a vendor profile that a user worker needs. */
export type RuntimeProfile = Pick<
  VendorProfile,
  'headerPrefix' | 'executionStateKey' | 'retryAfterUnit' | 'apiOrigin' | 'paths'
>;

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

/** A worker's capabilities by kind and id, prepared once when its module loads. */
export interface WorkerDefinitions extends WorkerParts {
  /** Tools and actions by id. */
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  /** Card backends by id. */
  readonly cardBackends: ReadonlyMap<string, CardBackendDefinition>;
  /** Triggers by id. */
  readonly triggers: ReadonlyMap<string, TriggerDefinition>;
  /** Syncs by id. */
  readonly syncs: ReadonlyMap<string, SyncDefinition>;
  /** The push sources of the worker's syncs, by name. */
  readonly pushSources: ReadonlyMap<string, PushSourceDefinition>;
  /** The app's rate budget, with defaults. */
  readonly rateLimits: RateLimitsManifest;
  /** The gates of CRM calls. They hold no promises or timers, which would belong to one request. */
  readonly isolate: Isolate;
}

/** What serves a request: bindings, host and vendor profile. */
export interface BaseRequestContext extends EventContext {
  /** The vendor's names. */
  readonly profile: RuntimeProfile;
  /** The bindings of the worker. */
  readonly env: Bindings;
  /** Whether workflow actions need a v3 signature. */
  readonly requireV3?: boolean;
}

/** What serves a request of a user worker. */
export interface RequestContext extends BaseRequestContext {
  /** The worker's capabilities. */
  readonly worker: WorkerDefinitions;
}

/** The members of a vendor profile that the app worker needs, including the URLs of CRM pages. */
export type AppProfile = RuntimeProfile & Pick<VendorProfile, 'appOrigin' | 'authorizePath' | 'connectedAppsPath'>;

/** The argument of `createAppWorker`. Plain data. */
export interface AppParts {
  /** The manifest of the project. */
  readonly manifest: ProjectManifest;
  /** The vendor's names. */
  readonly profile: AppProfile;
}

/** What serves a request of the app worker. */
export interface AppRequestContext extends BaseRequestContext, AppParts {
  readonly profile: AppProfile;
}
