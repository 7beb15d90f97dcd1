/** `ctx.crm.objects`: one record at a time, lists and searches. */
import type { CrmObjects } from '../context/crm-records.ts';
import type { CrmPaths } from './paths.ts';
import type { Send } from './send.ts';
export declare function makeObjects(send: Send, { objects }: CrmPaths): CrmObjects;
