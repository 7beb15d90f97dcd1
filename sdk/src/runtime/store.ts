import { makeStore } from '../worker/context/store.ts';
import { storeExtension } from '../worker/context/store-extension.ts';

/** Adds `ctx.store`. */
export function extend(): void {
  storeExtension.add(makeStore);
}
