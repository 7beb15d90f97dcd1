/**
 * The parser of schedules, which `svc check` runs in the VM of an app that has one.
 *
 *   globalThis.__svc_schedule(schedule)   as normalizeSyncSchedule
 */

import { normalizeSyncSchedule } from '../declare/schedule.ts';

(globalThis as unknown as Record<string, unknown>)['__svc_schedule'] = normalizeSyncSchedule;
