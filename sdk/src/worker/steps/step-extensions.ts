import { Extension } from '../../platform/extension.ts';
import type { Step } from '../../protocol/step.ts';

/** The steps by name. A script contains those of the kinds of capabilities that its worker has. */
export const STEPS = {
  events: /* @__PURE__ */ new Extension<Step>('app events', 'appEvent'),
  later: /* @__PURE__ */ new Extension<Step>('scheduled calls', 'later'),
  posted: /* @__PURE__ */ new Extension<Step>('sources', 'defineSource'),
  syncStep: /* @__PURE__ */ new Extension<Step>('syncs', 'sync'),
  trigger: /* @__PURE__ */ new Extension<Step>('triggers', 'trigger'),
} as const;
