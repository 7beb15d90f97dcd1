// The order of the folders of sdk/src. A file imports from its own folder and from lower ones; imports of types count.
// It reads the sources as text, so `node --test sdk/test/folders.test.mjs` needs no installed package.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../src');

/** Every folder, from the lowest to the highest. */
const FOLDERS = [
  // What a user declares, and what handlers receive.
  'declare',
  'manifest',
  'context',
  'capability',
  'profiles',
  'flags',
  'ui',
  'ui/react',
  'experimental',
  // What runs it.
  'platform',
  'crm/gate',
  'crm',
  'checkpoints',
  'alerts',
  'protocol',
  'actors/core',
  'actors/portal',
  'actors/project',
  'actors/install',
  'actors',
  'sync/source',
  'sync/push',
  'sync',
  'worker/request',
  'worker/auth',
  'worker/oauth',
  'worker/fields',
  'worker/invocation',
  'worker/install',
  'worker/billing',
  'worker/context',
  'worker/deliveries',
  'worker/dispatch',
  'worker/steps',
  'worker/routes',
  'worker/routes/control',
  'worker',
  // Entry points: `@svc/sdk/runtime`, the scripts of the hosts, `@svc/sdk`.
  'runtime',
  'host',
  '.',
];

/** Every source file except tests and declarations, with the files that it imports. */
function importGraph() {
  const files = readdirSync(root, { recursive: true }).filter((file) => /(?<!\.test)(?<!\.d)\.tsx?$/.test(file));
  const importsOf = (file) => {
    const specifiers = readFileSync(join(root, file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    return [...specifiers].map(([, path]) => relative(root, join(root, dirname(file), path)));
  };
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** The imports that point to a higher folder of the list. */
function upwardImports(graph, folders) {
  const level = (file) => folders.indexOf(dirname(file));
  return [...graph].flatMap(([file, imports]) =>
    imports.filter((imported) => level(imported) > level(file)).map((imported) => `${file} imports ${imported}`),
  );
}

/** A chain of imports that ends where it begins; undefined when there is none. */
function importCycle(graph) {
  const done = new Set();
  const chain = [];
  const visit = (file) => {
    if (chain.includes(file)) {
      return [...chain.slice(chain.indexOf(file)), file];
    }
    if (done.has(file)) {
      return undefined;
    }
    chain.push(file);
    for (const imported of graph.get(file) ?? []) {
      const cycle = visit(imported);
      if (cycle !== undefined) {
        return cycle;
      }
    }
    chain.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file);
    if (cycle !== undefined) {
      return cycle;
    }
  }
  return undefined;
}

describe('the sources of the SDK', () => {
  const graph = importGraph();

  test('have a place in the list for every folder, and no folder is listed in vain', () => {
    assert.ok(graph.size > 100);
    const found = new Set([...graph.keys()].map((file) => dirname(file)));
    assert.deepEqual([...FOLDERS].sort(), [...found].sort()); // change FOLDERS
  });

  test('import from lower folders only', () => {
    const upward = upwardImports(graph, FOLDERS);
    const fix = 'move what both files need to the lower folder; FOLDERS has the order';
    assert.deepEqual(upward, [], `${fix}:\n${upward.join('\n')}`);
  });

  test('have no import cycle', () => {
    const cycle = importCycle(graph);
    const fix = 'move what the files share to a file that imports none of them';
    assert.equal(cycle, undefined, `${fix}:\n${cycle?.join('\n')}`);
  });
});

describe('the checks', () => {
  test('report an upward import', () => {
    const graph = new Map([
      ['low/a.ts', ['high/b.ts']],
      ['high/b.ts', ['low/c.ts', 'high/d.ts']],
    ]);
    assert.deepEqual(upwardImports(graph, ['low', 'high']), ['low/a.ts imports high/b.ts']);
  });

  test('report a cycle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    assert.deepEqual(importCycle(graph), ['b', 'c', 'b']);
  });
});
