/** What `svc check` needs of the runtime to read the defaults of a declaration. */

import { defaultsJson } from './field-value.ts';

/** Defined in the bundles of running workers, which leave out what only a check needs. */
declare const __SVC_WORKER__: true | undefined;

/** Returns the facts of a declaration with fields. Undefined in a running worker. */
export const fieldReader = (): object | undefined =>
  typeof __SVC_WORKER__ === 'undefined' ? { defaultsJson } : undefined;
