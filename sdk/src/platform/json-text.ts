/** Values of handlers as JSON. JSON.stringify writes `{}` for a Map or a promise; here that is an error. */

/** A value of a handler that cannot be used. The message is for the app's author, not for the caller. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/**
 * Returns a value as JSON.
 * @param name what the error calls the value
 * @throws OutputError if JSON cannot represent the value, or keeps nothing of a part of it
 */
export function jsonText(value: unknown, name: string): string {
  const text = JSON.stringify(value);
  if (text === undefined) {
    refuse(name, typeof value);
  }
  if (text.includes('{}')) {
    refuseEmpty(value, name);
  }
  return text;
}

function refuseEmpty(value: unknown, name: string): void {
  if (typeof value === 'object' && value && !('toJSON' in value)) {
    const kind = Array.isArray(value) ? '' : emptyKind(value);
    if (kind) {
      refuse(name, kind);
    }
    for (const [key, member] of Object.entries(value)) {
      refuseEmpty(member, `${name}.${key}`);
    }
  }
}

/** Throws the error about a value that JSON cannot represent. */
export function refuse(name: string, kind: string): never {
  throw new OutputError(`${name} is of type ${kind}, which JSON cannot represent: await or convert it`);
}

/** Returns the name of an object's class if it has no members and is not a plain object. */
export function emptyKind(value: object): string | undefined {
  const made = Object.getPrototypeOf(value);
  return !made || made === Object.prototype || Object.keys(value).length
    ? undefined
    : made.constructor?.name || 'Object';
}
