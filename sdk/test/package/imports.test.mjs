// The house rule of imports: no file imports, over whatever way, itself. Imports of types count, too.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../src');

/** What each file of the package imports of the others. */
function importGraph() {
  const graph = new Map();
  for (const file of readdirSync(root, { recursive: true })) {
    if (/(?<!\.test)(?<!\.d)\.tsx?$/.test(file)) {
      const text = readFileSync(join(root, file), 'utf8');
      const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => join(root, dirname(file), path));
      graph.set(file, named.filter((path) => existsSync(path)).map((path) => relative(root, path)));
    }
  }
  return graph;
}

/** A way from a file back to itself; undefined when there is none. */
function circleIn(graph) {
  const done = new Set();
  const way = [];
  function visit(file) {
    if (way.includes(file)) {
      return [...way.slice(way.indexOf(file)), file];
    }
    if (done.has(file)) {
      return undefined;
    }
    way.push(file);
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next);
      if (circle !== undefined) {
        return circle;
      }
    }
    way.pop();
    done.add(file);
    return undefined;
  }
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle !== undefined) {
      return circle;
    }
  }
  return undefined;
}

test('no file of the package imports itself by way of others', () => {
  const graph = importGraph();
  expect(graph.size).toBeGreaterThan(100);
  expect(circleIn(graph)).toBeUndefined();
});

test('a circle is found', () => {
  expect(circleIn(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b', 'c', 'b']);
});
