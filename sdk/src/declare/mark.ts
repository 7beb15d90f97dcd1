/**
 * Marks an error as an instance of a class. An app may contain several copies of this package, such as `@svc/sdk` and
 * `@svc/sdk/runtime` in a test, and each has a class of its own. The mark is the same in all of them.
 */
export function markError(error: Error, mark: symbol): void {
  Object.defineProperty(error, mark, { value: true });
}

/** Lets `instanceof` of the class recognize values with the mark. A subclass has its own instances only. */
export function recognizeMark(type: object, mark: symbol): void {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: object, value: unknown): boolean {
      if (!Object.hasOwn(this, Symbol.hasInstance)) {
        return Function.prototype[Symbol.hasInstance].call(this, value);
      }
      try {
        return typeof value === 'object' && (value as Record<symbol, unknown>)[mark] === true;
      } catch {
        return false; // null, or a proxy
      }
    },
  });
}
