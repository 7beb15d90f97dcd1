/** The part of Node's module, which the edge engine has, that this folder uses. */

declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    getStore(): Value | undefined;
    run<Result>(value: Value, work: () => Result): Result;
  }
}
