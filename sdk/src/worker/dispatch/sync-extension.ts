import { Extension } from '../../platform/extension.ts';
import type { syncRunOf } from './sync-run.ts';

/** What runs the steps of syncs. */
export const syncExtension = /* @__PURE__ */ new Extension<typeof syncRunOf>('syncs', 'sync');
