/**
 * The result of `ctx.install.config()`: a JSON object that a control route sets.
 *
 * Key: `config`.
 */

import type { ActorPart, ActorState } from '../core/actor-part.ts';

const CONFIG = 'config';

export function config({ store }: ActorState): ActorPart {
  return {
    methods: {
      config: () => store.get(CONFIG) ?? {},
      setConfig: (value) => store.put(CONFIG, value, 'the config of the install'),
    },
  };
}
