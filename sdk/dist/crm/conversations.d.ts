/** `ctx.crm.conversations`: custom channels, and who the visitors of a website are. */
import type { CallTable } from './calls-of.ts';
export declare const CHANNEL_CALLS: CallTable;
export declare const VISITOR_CALLS: CallTable;
