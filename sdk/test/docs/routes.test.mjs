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

describe('docs/runtime.md', () => {
  it('has a row for every route of a user worker', () => {
    expect(documented('user worker').sort()).toEqual(ROUTES.map(shown).sort());
  });

  it('has a row for every route of the app worker', () => {
    expect(documented('app worker').sort()).toEqual(APP_ROUTES.map(shown).sort());
  });
});
