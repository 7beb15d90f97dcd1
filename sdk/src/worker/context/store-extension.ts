import { Extension } from '../../platform/extension.ts';
import type { makeStore } from './store.ts';

/** What makes `ctx.store`. */
export const storeExtension = /* @__PURE__ */ new Extension<typeof makeStore>('ctx.store', 'store');
