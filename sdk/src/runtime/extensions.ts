/** All extensions of the runtime, for hosts that have them in one script. */

import * as associations from './associations.ts';
import * as batch from './batch.ts';
import * as billing from './billing.ts';
import * as budget from './budget.ts';
import * as card from './card.ts';
import * as conversations from './conversations.ts';
import * as declare from './declare.ts';
import * as errors from './errors.ts';
import * as event from './event.ts';
import * as flags from './flags.ts';
import * as http from './http.ts';
import * as later from './later.ts';
import * as metrics from './metrics.ts';
import * as object from './object.ts';
import * as properties from './properties.ts';
import * as source from './source.ts';
import * as store from './store.ts';
import * as sync from './sync.ts';
import * as timers from './timers.ts';
import * as trigger from './trigger.ts';

/** The module of an extension. Its other exports are those of `@svc/sdk` that belong to it. */
export interface Extend {
  /** Adds the extension to this script. */
  extend(): void;
}

/** The extensions by name. */
export const EXTENSIONS: Readonly<Record<string, Extend>> = {
  associations,
  batch,
  billing,
  budget,
  card,
  conversations,
  declare,
  errors,
  event,
  flags,
  http,
  later,
  metrics,
  object,
  properties,
  source,
  store,
  sync,
  timers,
  trigger,
};

/** Adds all extensions. */
export function extendAll(): void {
  for (const extension of Object.values(EXTENSIONS)) {
    extension.extend();
  }
}
