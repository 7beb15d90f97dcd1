/** The routes of the kinds of capabilities that not every worker has. */

import { Extension } from '../../platform/extension.ts';
import { type CapabilityOf, capabilityOf } from '../request/find-capability.ts';
import type { Call, Route } from '../request/route.ts';

type Kind = 'cardBackends' | 'syncs' | 'triggers';

type Handle<K extends Kind> = (call: Call, capability: CapabilityOf<K>) => Response | Promise<Response>;

/** The routes by kind. A script contains those of the kinds that its worker has. */
export const CAPABILITY_ROUTES: { readonly [K in Kind]: Extension<Handle<K>> } = {
  cardBackends: /* @__PURE__ */ new Extension('card backends', 'cardBackend'),
  syncs: /* @__PURE__ */ new Extension('syncs', 'sync'),
  triggers: /* @__PURE__ */ new Extension('triggers', 'trigger'),
};

/** Returns the handler of a kind's route, which answers 404 `unknown_capability` if the worker has none of the kind. */
export function routeTo<K extends Kind>(kind: K): Route['handle'] {
  return (call) => {
    const capability = capabilityOf(call.worker, kind, call.id);
    return CAPABILITY_ROUTES[kind].part(call, capability);
  };
}
