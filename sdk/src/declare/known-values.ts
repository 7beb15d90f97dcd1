/** The types of options that have known values and take others as well. Editors offer the known ones. */

import type { KnownEventType, KnownObjectCollection, KnownObjectType, KnownPlatformVersion } from './known.ts';
import type { KnownScope } from './known-scopes.ts';
import type { PortalObjectName } from './portal.ts';
import type { ScheduleInterval } from './schedule.ts';

// TypeScript would reduce `Known | string` to `string`.
/** Any string. Editors complete the known values. */
export type Open<Known extends string> = Known | (string & {});

/** An object type in a declaration: one of the CRM, such as `contact`, a custom object, or the id of an app object. */
export type ObjectTypeName = Open<KnownObjectType>;

/** An object type in calls of `ctx.crm`: one of the CRM, such as `contacts`, a custom object or an app object. */
export type ObjectCollectionName = Open<KnownObjectCollection | PortalObjectName>;

/** An event type of a trigger, such as `contact.creation` or `contact.propertyChange.email`. */
export type EventTypeName = Open<KnownEventType>;

/** A scope of the CRM, such as `crm.objects.contacts.read`. */
export type ScopeName = Open<KnownScope>;

/** A version of the CRM's project format, such as `2026.03`. */
export type PlatformVersionName = Open<KnownPlatformVersion>;

/** A schedule of a sync: an interval such as `5m`, `6h` or `1d`, a cron expression, `event` or `manual`. */
export type ScheduleText = Open<ScheduleInterval | 'event' | 'manual'>;
