/** Calls that are no more than a method, a path and a body: each is a line of a table. */

import { objectsIn } from './batch-answer.ts';
import { afterOf } from './page.ts';
import { inputOf, pathOf } from './path.ts';
import type { Send } from './send.ts';

/**
 * Such as `PATCH /{channel id}/messages/{message id}`: the first arguments are the parts in braces, the next is the body
 * where the method has one. `LIST` gets all pages, and gives their results.
 */
export interface CallTable {
  readonly [name: string]: string | CallTable;
}

/** The functions of a table. @param base where its paths begin */
export function callsOf<T>(send: Send, base: string, table: CallTable): T {
  const made = Object.entries(table).map(([name, line]) => [
    name,
    typeof line === 'string' ? callOf(send, base, line) : callsOf(send, base, line),
  ]);
  return Object.fromEntries(made) as T;
}

function callOf(send: Send, base: string, line: string) {
  const [method = '', ...rest] = line.split(' ');
  const template = rest.join(' ');
  return async (...args: unknown[]): Promise<unknown> => {
    const path = base + template.replace(/\/\{(.*?)\}/g, (_part, what: string) => pathOf('', { [what]: args.shift() }));
    if (method === 'LIST') {
      return allPages(send, path);
    }
    const body = /^P/.test(method) ? { body: inputOf(args[0]) } : {};
    const answer = await send(method, path, { ...body, retry: method === 'POST' ? 'create' : 'idempotent' });
    return method === 'DELETE' ? undefined : answer;
  };
}

async function allPages(send: Send, path: string): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const page = await send('GET', path, { query: { after }, retry: 'idempotent' });
    results.push(...objectsIn(page, 'results'));
    const next = afterOf(page);
    if (next === undefined || next === after) {
      return results;
    }
    after = next;
  }
}
