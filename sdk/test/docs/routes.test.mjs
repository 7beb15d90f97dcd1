import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES as APP_ROUTES } from '../../src/worker/app.ts';
import { ROUTES } from '../../src/worker/worker.ts';

const runtime = readFileSync(new URL('../../../docs/runtime.md', import.meta.url), 'utf8');

/** Returns the routes of the table in docs/runtime.md with this head, such as `GET /_svc/cards/{}`. */
function documented(head) {
  const [, table = ''] = runtime.split(`| ${head} | authentication | purpose |\n`);
  const rows = table.split('\n\n')[0].matchAll(/^\| `(\w+ [^?`]*)/gm);
  return Array.from(rows, ([, route]) => route.replace(/\{\w+\}/g, '{}'));
}

/** Returns the method and path of a route in that form. */
function shown({ method, path }) {
  return `${method} ${path.source.slice(1, -1).replaceAll('\\/', '/').replaceAll('([^/]+)', '{}')}`;
}

/** Compares the rows of a table with the routes, by what each lacks. */
function compare(head, routes) {
  const rows = documented(head);
  const served = routes.map(shown);
  expect(
    served.filter((route) => !rows.includes(route)),
    `add rows for these routes to the table "${head}" of docs/runtime.md`,
  ).toEqual([]);
  expect(
    rows.filter((row, i) => !served.includes(row) || rows.indexOf(row) !== i),
    `remove these rows, which have no route or a second one, from the table "${head}" of docs/runtime.md`,
  ).toEqual([]);
}

describe('docs/runtime.md', () => {
  it('has a row for every route of a user worker', () => compare('user worker', ROUTES));

  it('has a row for every route of the app worker', () => compare('app worker', APP_ROUTES));
});
