/** `ctx.crm.properties`: property definitions of an object type. */
import type { CallTable } from './calls-of.ts';
export declare const PROPERTY_CALLS: CallTable;
