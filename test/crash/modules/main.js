// Stands before a worker's main module: what a step sends to the outside says which run it is of.
import { AsyncLocalStorage } from 'node:async_hooks';
import handler, { SvcEntrypoint as Entrypoint } from './worker.js';

const runs = new AsyncLocalStorage();
export default {
  ...handler,
  fetch(request, env, ctx) {
    return runs.run(request.headers.get('RUN_HEADER'), () => handler.fetch(request, env, ctx));
  },
};
const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('RUN_HEADER', String(runs.getStore() ?? ''));
  return send(request);
};
export class SvcEntrypoint extends Entrypoint {
  step(step, args) {
    return runs.run(JSON.parse(args).install?.portalId, () => super.step(step, args));
  }
}
