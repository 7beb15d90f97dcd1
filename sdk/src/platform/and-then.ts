/**
 * Continues with a value: at once if it is known, else when its promise resolves. Each promise costs time, and most
 * requests need none.
 */
export function andThen<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
