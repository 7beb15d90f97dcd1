import { Extension } from '../platform/extension.ts';
import type { makeBatch } from './batch.ts';

/** What makes `ctx.crm.batch`. */
export const batchExtension = /* @__PURE__ */ new Extension<typeof makeBatch>('ctx.crm.batch', 'batch');
