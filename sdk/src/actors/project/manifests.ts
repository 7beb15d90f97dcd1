import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';

/** Returns the workers' manifests, which are parts of the project's. Stores nothing. */
export function manifests(_state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  return {
    methods: {
      workerManifest(args) {
        const { worker } = args as { readonly worker: string };
        const found = manifest.workers.find(({ name }) => name === worker);
        if (found === undefined) {
          throw new ActorError(
            'unknown_worker',
            `the app worker does not know the worker ${JSON.stringify(worker)}; deploy both`,
          );
        }
        return found;
      },
    },
  };
}
