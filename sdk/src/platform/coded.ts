/**
 * Returns an error with the code by which handlers tell it from others. `contract/errors.json` documents each code.
 *
 * @param more other members of the error
 */
export function coded(code: string, message: string, more: object = {}): Error & { readonly code: string } {
  return Object.assign(new Error(message), { code }, more);
}
