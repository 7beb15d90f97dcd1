/** `@svc/sdk/runtime`: what generated code imports. Handlers never need it. */
export type { Bindings, Host } from './host.ts';
export type { RuntimeProfile } from './profile.ts';
export { createWorker, type ServedWorker } from './router.ts';
export type { WorkerParts } from './site.ts';
