import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks a page with axe, whose script the page's policy would refuse as inline code. */
export async function assertAccessible(page, what) {
  const { violations } = await page.evaluate(`${axe}; axe.run()`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  assert.deepEqual(found, [], what);
}
