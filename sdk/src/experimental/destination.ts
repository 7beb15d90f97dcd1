/** How flags that are delivered into a portal are told apart: by their source, and there by their key. */

import { FLAG_KEY } from '../flags/shape.ts';
import { assertExperimental, type ExperimentalOptions, type FlagDestinationOptions } from './gate.ts';

/** Whose flags they are. */
export interface FlagSource {
  readonly projectId: string;
  readonly environment: string;
}

/** The id of a source of flags: one environment of a project. The same for the same source, always. */
export function flagDestinationSourceId({ projectId, environment }: FlagSource, options: ExperimentalOptions): string {
  assertExperimental('flagDestinationSourceId', options);
  for (const [name, value] of Object.entries({ projectId, environment })) {
    if (typeof value !== 'string' || value === '') {
      throw new TypeError(
        `flagDestinationSourceId needs a ${name}: the text by which the source of flags is told from others`,
      );
    }
  }
  return `svc:${encodeURIComponent(projectId)}/${encodeURIComponent(environment)}`;
}

/** The value of `match_key`, by which the record of a flag is found again: create it, or update the one that has it. */
export function flagDestinationMatchKey(flag: { readonly key: string }, options: FlagDestinationOptions): string {
  assertExperimental('flagDestinationMatchKey', options);
  const { key } = flag;
  if (typeof key !== 'string' || !FLAG_KEY.test(key)) {
    throw new TypeError(
      `${JSON.stringify(key)} is no key of a flag: it begins with a letter or digit and has letters, digits, dots, dashes and underscores`,
    );
  }
  return options.sourceId === undefined ? key : `${options.sourceId}/${key}`;
}
