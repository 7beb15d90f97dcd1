/** `@svc/sdk/runtime`: what generated code imports. Handlers never need it. */
export type { Bindings, Host } from './host.ts';
export { createWorker, type ServedWorker } from './router.ts';
export type { RuntimeProfile, WorkerParts } from './site.ts';
