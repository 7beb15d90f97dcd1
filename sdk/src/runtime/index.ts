/** `@svc/sdk/runtime`: what generated code imports. Handlers never need it. */

export {
  type CrmClientOptions,
  type CrmCoordinatorOptions,
  createCrmClient,
  createCrmCoordinator,
  createCrmIsolate,
} from '../crm/create-client.ts';
export type * from '../crm/gate/coordinator.ts';
export type { Bindings, EventContext, Host } from '../platform/host.ts';
export type { AppParts, AppProfile, RuntimeProfile, WorkerParts } from '../protocol/request-context.ts';
export { type CronTick, createWorker, type ServedWorker } from '../worker/worker.ts';
export { extendAll } from './extensions.ts';
