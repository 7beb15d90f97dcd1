/** The app object whose records are flags. */

import { type AppObjectDefinition, appObject } from '../declare/app-object.ts';
import type { AppObjectPropertyMap } from '../declare/property.ts';
import { assertExperimental, type ExperimentalOptions } from './gate.ts';

/** The id of the app object: what `ctx.appObjects` and associations call it. */
export const FEATURE_FLAG_APP_OBJECT_TYPE = 'feature-flag';

/** The scopes that an app with the object requests. */
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

/** The properties of a flag's record; `flagDefinitionToAppObjectRecord` fills them in. */
function properties() {
  return {
    match_key: text('Match key', { hasUniqueValue: true, description: 'Finds the record of a flag again.' }),
    source_id: text('Source', { description: 'The project and environment that the flag is of.' }),
    flag_key: text('Key'),
    flag_name: text('Name'),
    flag_description: text('Description', { fieldType: 'textarea' }),
    flag_type: choice('Type', ['boolean', 'string', 'number', 'json']),
    flag_status: choice('Status', ['active', 'disabled', 'archived']),
    variations: json('Variations', 'Values by name.'),
    default_variation: text('Default variation'),
    off_variation: text('Variation when off'),
    rules: json('Rules', 'Who gets which variation.'),
    rollout: json('Rollout', 'How what no rule decides is split.'),
  } satisfies AppObjectPropertyMap;
}

/** Declares the app object of flags, for `objects` of `defineApp`; its scopes are FEATURE_FLAG_APP_OBJECT_SCOPES. */
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
