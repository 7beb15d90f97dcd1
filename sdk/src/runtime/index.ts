/** `@svc/sdk/runtime`: what generated code imports. Handlers never need it. */

export { type CrmClientOptions, createCrmClient, createCrmIsolate } from '../crm/create-client.ts';
export type { Bindings, EventContext, Host } from '../platform/host.ts';
export type { AppParts, AppProfile, RuntimeProfile, WorkerParts } from '../protocol/request-context.ts';
export { sourceEngine } from '../sync/engine.ts';
export { eventEngine } from '../worker/context/event-engine.ts';
export { type CronTick, createWorker, type ServedWorker } from '../worker/worker.ts';
