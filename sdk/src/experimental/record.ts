import type { FlagSnapshot } from '../context/flags.ts';
import { readSnapshot } from '../flags/validate.ts';
import { flagDestinationMatchKey } from './destination.ts';
import { assertExperimental, type FlagDestinationOptions } from './gate.ts';

/** A flag as its authors define it. */
export interface FlagDefinition
  extends Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'variations' | 'default' | 'off' | 'rollout'>,
    Partial<Pick<FlagSnapshot, 'rules'>> {
  /** The display name. Default: the key. */
  readonly name?: string;
  /** What the flag controls. Default: none. */
  readonly description?: string;
}

/** A flag as a record of the app object of feature flags. */
export interface FlagAppObjectRecord {
  /** Values by property, all as text. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Length of a property's value in the CRM, in UTF-16 units. */
const MAX_PROPERTY = 65_536;

/**
 * Converts a flag to a record of the app object of `featureFlagAppObject`. Omitted members become empty properties, so
 * that an update clears earlier values.
 *
 * @throws {Error} without `experimental: true`, or when the definition is invalid
 * @throws {RangeError} when a property is longer than 65,536 characters
 * @example
 * import { FEATURE_FLAG_APP_OBJECT_TYPE, flagDefinitionToAppObjectRecord } from '@svc/sdk/experimental';
 * import type { HandlerContext } from '@svc/sdk';
 *
 * export function publish(ctx: HandlerContext) {
 *   const record = flagDefinitionToAppObjectRecord(
 *     {
 *       key: 'new-layout',
 *       type: 'boolean',
 *       status: 'active',
 *       variations: { on: true, off: false },
 *       default: 'off',
 *       off: 'off',
 *     },
 *     { experimental: true },
 *   );
 *   return ctx.appObjects.create(FEATURE_FLAG_APP_OBJECT_TYPE, record);
 * }
 */
export function flagDefinitionToAppObjectRecord(
  definition: FlagDefinition,
  options: FlagDestinationOptions,
): FlagAppObjectRecord {
  assertExperimental('flagDefinitionToAppObjectRecord', options);
  const { name, description, ...flag } = definition;
  // The additional members of a snapshot are filled in, so that one validation serves both.
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
        `flag ${JSON.stringify(key)} is too large: ` +
          `property ${property} has ${value.length} characters, the CRM allows ${MAX_PROPERTY}`,
      );
    }
  }
  return { properties };
}
