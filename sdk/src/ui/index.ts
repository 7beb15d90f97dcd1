/** What card code imports. It never reaches `@svc/sdk`: cards hold no secrets and no declarations. */

export { backendUrl } from './backend-url.ts';
export type { FlagClientResult, FlagsClientSnapshot, FlagsSnapshotProvider } from './flags.ts';
export { createFlagsSnapshotProvider } from './flags.ts';
export type { UiLogger } from './logger.ts';
export { DEFAULT_SVC_DEV_LOG_URL, logger } from './logger.ts';
