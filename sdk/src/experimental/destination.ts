import { FLAG_KEY } from '../flags/shape.ts';
import { assertExperimental, type ExperimentalOptions, type FlagDestinationOptions } from './gate.ts';

/** A flag by key. */
export interface FlagKey {
  /** The flag's key. */
  readonly key: string;
}

/** The owner of a set of flags: one environment of a project. */
export interface FlagSource {
  /** The id of the project. */
  readonly projectId: string;
  /** The name of the environment, such as `production`. */
  readonly environment: string;
}

/**
 * Returns a stable id of a source, for the `sourceId` of records.
 *
 * @throws {Error} without `experimental: true`
 * @throws {TypeError} when a member of the source is empty or not a string
 * @example
 * import { flagDestinationSourceId } from '@svc/sdk/experimental';
 *
 * flagDestinationSourceId({ projectId: 'p1', environment: 'prod' }, { experimental: true }); // 'svc:p1/prod'
 */
export function flagDestinationSourceId({ projectId, environment }: FlagSource, options: ExperimentalOptions): string {
  assertExperimental('flagDestinationSourceId', options);
  for (const [name, value] of Object.entries({ projectId, environment })) {
    if (typeof value !== 'string' || value === '') {
      throw new TypeError(`invalid ${name} of a flag source: expected a non-empty string`);
    }
  }
  return `svc:${encodeURIComponent(projectId)}/${encodeURIComponent(environment)}`;
}

/**
 * Returns the value of a record's unique property `match_key`, with which to upsert it.
 *
 * @throws {Error} without `experimental: true`
 * @throws {TypeError} when the key is invalid
 * @example
 * import { flagDestinationMatchKey } from '@svc/sdk/experimental';
 *
 * flagDestinationMatchKey({ key: 'new-layout' }, { experimental: true, sourceId: 'svc:p1/production' });
 * // 'svc:p1/production/new-layout'
 */
export function flagDestinationMatchKey(flag: FlagKey, options: FlagDestinationOptions): string {
  assertExperimental('flagDestinationMatchKey', options);
  const { key } = flag;
  if (typeof key !== 'string' || !FLAG_KEY.test(key)) {
    throw new TypeError(
      `invalid flag key ${JSON.stringify(key)}: ` +
        'expected a letter or digit, then letters, digits, dots, hyphens and underscores',
    );
  }
  return options.sourceId === undefined ? key : `${options.sourceId}/${key}`;
}
