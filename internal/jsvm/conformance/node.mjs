// Runs snippets under Node: JSON of the tasks comes in on stdin, results by line go out.
import { readFileSync, writeFileSync } from 'node:fs';
import vm from 'node:vm';

const known = (expression) => {
  try {
    return typeof vm.runInThisContext(expression) !== 'undefined';
  } catch {
    return false;
  }
};
const results = {};
for (const { line, script, lacks } of JSON.parse(readFileSync(0, 'utf8'))) {
  if (lacks && !known(lacks)) continue;
  try {
    vm.runInThisContext(script);
    results[line] = await globalThis.snippet();
  } catch (error) {
    results[line] = `cannot run: ${error}`;
  }
}
writeFileSync(1, JSON.stringify(results));
process.exit(0);
