/** `ctx.store`: a thin face of the install's actor. */
import type { StoreContext } from '../../context/store.ts';
import type { Host } from '../../platform/host.ts';
/** The store of the install. */
export declare function makeStore(host: Host, installId: string): StoreContext;
