import { type AppObjectDefinition, appObject } from '../declare/app-object.ts';
import type { AppObjectPropertyMap } from '../declare/property.ts';
import { assertExperimental, type ExperimentalOptions } from './gate.ts';

/** The id of the app object, for `ctx.appObjects` and associations. */
export const FEATURE_FLAG_APP_OBJECT_TYPE = 'feature-flag';

/** The scopes that an app with the app object requests. */
export const FEATURE_FLAG_APP_OBJECT_SCOPES: readonly string[] = [
  'crm.objects.custom.read',
  'crm.objects.custom.write',
];

function text(label: string, more: object = {}) {
  return { type: 'string', label, readOnlyValue: true, ...more } as const;
}

function choice(label: string, options: readonly string[]) {
  return { type: 'enumeration', label, options, readOnlyValue: true } as const;
}

function json(label: string, description: string) {
  return { type: 'json', label, description, fieldType: 'textarea', readOnlyValue: true } as const;
}

/** The properties of a record. `flagDefinitionToAppObjectRecord` writes them. */
function properties() {
  return {
    match_key: text('Match key', { hasUniqueValue: true, description: 'Identifies the record of a flag.' }),
    source_id: text('Source', { description: 'The project and environment of the flag.' }),
    flag_key: text('Key'),
    flag_name: text('Name'),
    flag_description: text('Description', { fieldType: 'textarea' }),
    flag_type: choice('Type', ['boolean', 'string', 'number', 'json']),
    flag_status: choice('Status', ['active', 'disabled', 'archived']),
    variations: json('Variations', 'Values by name.'),
    default_variation: text('Default variation'),
    off_variation: text('Variation when off'),
    rules: json('Rules', 'Which subjects get which variation.'),
    rollout: json('Rollout', 'The split of subjects that no rule covers.'),
  } satisfies AppObjectPropertyMap;
}

/**
 * Declares the app object of feature flags, for `objects` of `defineApp`. The app needs the scopes
 * `FEATURE_FLAG_APP_OBJECT_SCOPES`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { defineApp } from '@svc/sdk';
 * import { FEATURE_FLAG_APP_OBJECT_SCOPES, featureFlagAppObject } from '@svc/sdk/experimental';
 *
 * export default defineApp({
 *   name: 'Flags',
 *   distribution: 'marketplace',
 *   auth: 'oauth',
 *   platformVersion: '2026.03',
 *   scopes: ['oauth', ...FEATURE_FLAG_APP_OBJECT_SCOPES],
 *   objects: [featureFlagAppObject({ experimental: true })],
 * });
 */
export function featureFlagAppObject(options: ExperimentalOptions): AppObjectDefinition<ReturnType<typeof properties>> {
  assertExperimental('featureFlagAppObject', options);
  return appObject(FEATURE_FLAG_APP_OBJECT_TYPE, {
    name: 'FEATURE_FLAG',
    label: 'Feature flag',
    singularForm: 'Feature flag',
    pluralForm: 'Feature flags',
    description: 'A feature flag of the app, as the app evaluates it.',
    primaryDisplayLabelPropertyName: 'flag_name',
    secondaryDisplayLabelPropertyNames: ['flag_key', 'flag_status'],
    searchableProperties: ['flag_key', 'flag_name'],
    settings: { hasRecordPage: true, allowsUserCreatedRecords: false, hasEngagements: false },
    properties: properties(),
  });
}
