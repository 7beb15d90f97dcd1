import { makeBatch } from '../crm/batch.ts';
import { batchExtension } from '../crm/batch-extension.ts';

/** Adds `ctx.crm.batch`. */
export function extend(): void {
  batchExtension.add(makeBatch);
}
