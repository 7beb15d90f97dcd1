import type { OnlyMembersOf } from './field.ts';
import type { ObjectTypeName } from './known-values.ts';
import type { PropertyDefinition, PropertyMap } from './property.ts';
import { fieldReader } from './field-reader.ts';
import { declare } from './recorder.ts';
import { deriveUid } from './uid.ts';

/** The options of `appEvent`. */
export interface AppEventOptions<P extends PropertyMap = PropertyMap, O extends string = string> {
  /** The event type's name in the CRM. */
  readonly name: string;
  /** The event type's display name. */
  readonly label: string;
  /** The CRM object type that the event attaches to, such as `contact`. Permanent after the first upload. */
  readonly objectType: O;
  /** The event's properties, by key. They type the `properties` of an occurrence. */
  readonly properties: P;
  /**
   * Identifies the event type to the CRM across deploys. Do not change it after the first deploy. Default: the id in
   * UPPER_SNAKE.
   */
  readonly uid?: string;
  /** What the event records, for the people who configure the app. */
  readonly description?: string;
  /** Allows the event on app objects and custom objects. Default: false. */
  readonly supportsCustomObject?: boolean;
  /** The timeline headline. `{{property}}` inserts a property. At most 1,000 characters. */
  readonly headerTemplate?: string;
  /** The timeline details. `{{property}}` inserts a property. At most 10,000 characters. */
  readonly detailTemplate?: string;
}

/** A declared app event. */
export interface AppEventDefinition<P extends PropertyMap = PropertyMap, O extends string = string>
  extends AppEventOptions<P, O> {
  /** Always `appEvent`. */
  readonly kind: 'appEvent';
  /** The id passed to `appEvent`. Unique among the app's events. */
  readonly id: string;
  /** The declared uid, or the one derived from the id. */
  readonly uid: string;
}

/**
 * What `appEvent` takes: its options, without unknown members in the properties. A function of the app that makes events
 * takes it, or its `properties`, and keeps the types of its caller's properties.
 *
 * @example
 * import { appEvent, type PropertyMap, type StrictAppEventOptions } from '@svc/sdk';
 *
 * export function courseEvent<const P extends PropertyMap>(
 *   id: string,
 *   label: string,
 *   properties: StrictAppEventOptions<P>['properties'],
 * ) {
 *   return appEvent(id, { name: label, label, objectType: 'contact', properties });
 * }
 */
export type StrictAppEventOptions<P extends PropertyMap, O extends string = string> = AppEventOptions<P, O> & {
  /** The event's properties, by key. They type the `properties` of an occurrence. */
  readonly properties: OnlyMembersOf<PropertyDefinition, P>;
};

/**
 * Declares an event that the app puts on the timeline of CRM records with `ctx.appEvents`. List it in `events` of
 * `defineApp`, which then needs `distribution: 'marketplace'`, `auth: 'oauth'` and the scope `timeline`. The CRM allows
 * 750 event types per app.
 *
 * @example
 * import { appEvent } from '@svc/sdk';
 *
 * export const invoicePaid = appEvent('invoice-paid', {
 *   name: 'Invoice paid',
 *   label: 'Invoice paid',
 *   objectType: 'contact',
 *   headerTemplate: 'Paid invoice {{number}}',
 *   properties: { number: { type: 'string', label: 'Number' }, amount: { type: 'number', label: 'Amount' } },
 * });
 */
export function appEvent<const P extends PropertyMap, const O extends ObjectTypeName = ObjectTypeName>(
  id: string,
  options: StrictAppEventOptions<P, O>,
): AppEventDefinition<P, O> {
  const uid = options?.uid ?? deriveUid(String(id));
  const definition: AppEventDefinition<P, O> = { ...options, kind: 'appEvent', id, uid };
  return declare('appEvent', [id, options], definition, fieldReader());
}
