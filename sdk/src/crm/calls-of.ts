import { inputOf } from '../platform/arguments.ts';
import { allPages } from './page.ts';
import { pathOf } from './path.ts';
import type { Send } from './send.ts';

/**
 * Calls by name, such as `PATCH /{channel id}/messages/{message id}`. The first arguments are the parts in braces. The
 * next one is the body, if the method has one. `LIST` reads all pages and returns their results.
 */
export interface CallTable {
  readonly [name: string]: string | CallTable;
}

/**
 * Returns the functions of a table.
 *
 * @param base the prefix of its paths
 */
export function callsOf<T>(send: Send, base: string, table: CallTable): T {
  const made = Object.entries(table).map(([name, line]) => [
    name,
    typeof line === 'string' ? callOf(send, base, line) : callsOf(send, base, line),
  ]);
  return Object.fromEntries(made) as T;
}

function callOf(send: Send, base: string, line: string) {
  return async (...args: unknown[]): Promise<unknown> => {
    const [method = '', ...rest] = line.split(' ');
    const template = rest.join(' ');
    const path = base + template.replace(/\/\{(.*?)\}/g, (_part, what: string) => pathOf('', { [what]: args.shift() }));
    if (method === 'LIST') {
      return allPages(send, path);
    }
    const body = /^P/.test(method) ? { body: inputOf(args[0]) } : {};
    const isRemoval = method === 'DELETE';
    const answer = await send(method, path, {
      ...body,
      expects: isRemoval ? 'none' : 'object',
      retry: method === 'POST' ? 'create' : 'idempotent',
    });
    return isRemoval ? undefined : answer;
  };
}
