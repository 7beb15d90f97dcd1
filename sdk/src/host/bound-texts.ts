import type { TextStore } from '../actors/core/store.ts';

declare function __svc_store_get(json: string): string;
declare function __svc_store_put(json: string): string;
declare function __svc_store_delete(json: string): string;
declare function __svc_store_list(json: string): string;
declare function __svc_store_transaction(operation: string): string;

/** Returns the storage of one actor in the local host, over the functions that `state.ts` describes. */
export function boundTexts(className: string, name: string): TextStore {
  const request = (more: object) => JSON.stringify({ class: className, name, ...more });
  return {
    get: (key) => __svc_store_get(request({ key })) || undefined, // a stored text is never empty
    put: (key, value) => void __svc_store_put(request({ key, value })),
    delete: (key) => __svc_store_delete(request({ key })) === 'true',
    list: (prefix, start, limit) =>
      JSON.parse(__svc_store_list(request({ prefix, start, limit }))) as [string, string][],
    transaction<T>(fn: () => T): T {
      __svc_store_transaction('begin');
      let result: T;
      try {
        result = fn();
      } catch (error) {
        __svc_store_transaction('rollback');
        throw error;
      }
      __svc_store_transaction('commit');
      return result;
    },
  };
}
