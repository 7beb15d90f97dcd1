import { isObject } from './body.ts';
import { emptyKind } from './json-text.ts';

/** Returns the error of a call with an invalid argument. */
export function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'invalid_argument' });
}

/**
 * Returns an argument, such as the options of a call. Throws if it is not an object.
 *
 * @param like an example for the error
 */
export function inputOf<T>(input: T, like = '{ properties: { name: "…" } }'): T {
  if (!isObject(input) || emptyKind(input)) {
    throw invalid(`invalid argument ${String(input)}: expected an object such as ${like}`);
  }
  return input;
}
