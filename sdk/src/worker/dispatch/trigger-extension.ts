import { Extension } from '../../platform/extension.ts';
import type { deliver } from './trigger-run.ts';

/** What runs a trigger for a delivery. */
export const triggerExtension = /* @__PURE__ */ new Extension<typeof deliver>('triggers', 'trigger');
