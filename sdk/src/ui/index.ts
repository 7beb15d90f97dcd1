/** `@svc/sdk/ui`: what card code imports. It does not import `@svc/sdk`, because cards hold no secrets. */

export { backendUrl } from './backend-url.ts';
export {
  type BackendFetch,
  type BackendFetchOptions,
  type BackendResponse,
  type CardBackendId,
  type CardBackendInput,
  type CardBackendOutput,
  type CardBackends,
  callBackend,
} from './call-backend.ts';
export { DEFAULT_SVC_DEV_LOG_URL } from './dev-log-url.ts';
export type { FlagClientResult, FlagsClientSnapshot, FlagsSnapshotProvider } from './flags.ts';
export { createFlagsSnapshotProvider } from './flags.ts';
export type { UiLogger } from './logger.ts';
export { disableSvcDev, enableSvcDev, logger } from './logger.ts';
