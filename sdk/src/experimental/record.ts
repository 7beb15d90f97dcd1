/** From a flag as its authors keep it to the record that shows it in the CRM. */

import type { FlagSnapshot } from '../context/flags.ts';
import { readSnapshot } from '../flags/validate.ts';
import { flagDestinationMatchKey } from './destination.ts';
import { assertExperimental, type FlagDestinationOptions } from './gate.ts';

/** A flag as its authors keep it, before it becomes a record of the flag app object. */
export interface FlagDefinition
  extends Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'variations' | 'default' | 'off' | 'rollout'>,
    Partial<Pick<FlagSnapshot, 'rules'>> {
  readonly name?: string;
  readonly description?: string;
}

/** A flag as a record of the flag app object: every property is text. */
export interface FlagAppObjectRecord {
  readonly properties: Readonly<Record<string, string>>;
}

/** The longest value that a property of the CRM takes, in UTF-16 units. */
const MAX_PROPERTY = 65_536;

/**
 * The record of a flag: all of its definition, as properties of the object of `featureFlagAppObject`. What a definition
 * leaves out is empty, so that an update clears what was there. Throws for a definition that could not be evaluated.
 */
export function flagDefinitionToAppObjectRecord(
  definition: FlagDefinition,
  options: FlagDestinationOptions,
): FlagAppObjectRecord {
  assertExperimental('flagDefinitionToAppObjectRecord', options);
  const { name, description, ...flag } = definition;
  // What a snapshot has beyond a definition is put in, so that one check serves both.
  const {
    key,
    type,
    status,
    variations,
    default: fallback,
    off,
    rules,
    rollout,
  } = readSnapshot({
    version: 0,
    updatedAt: '1970-01-01T00:00:00Z',
    salt: flag.key,
    ...flag,
    rules: flag.rules ?? [],
  });
  const properties = {
    match_key: flagDestinationMatchKey({ key }, options),
    source_id: options.sourceId ?? '',
    flag_key: key,
    flag_name: name ?? key,
    flag_description: description ?? '',
    flag_type: type,
    flag_status: status,
    variations: JSON.stringify(variations),
    default_variation: fallback,
    off_variation: off,
    rules: JSON.stringify(rules),
    rollout: rollout === undefined ? '' : JSON.stringify(rollout),
  };
  for (const [property, value] of Object.entries(properties)) {
    if (value.length > MAX_PROPERTY) {
      throw new RangeError(
        `the property ${property} of the flag ${JSON.stringify(key)} has ${value.length} characters; the CRM takes ${MAX_PROPERTY}`,
      );
    }
  }
  return { properties };
}
