import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold } from './hold.js';

const DEFAULTS = { compact: false, title: 5, missing: 'default', reason: 'ERROR' };

export function flagCases(world) {
  for (const major of [18, 19]) {
    test(`flags of a backend reach the components of React ${major}`, async () => {
      const { page } = world;
      const problems = [];
      const report = (line) => line.type() === 'error' && problems.push(line.text());
      page.on('console', report);
      const release = await hold(page, '**/crm-fetch');
      await page.goto(`http://localhost:${world.pages.port}/react${major}.html`);
      assert.match(await page.evaluate(() => globalThis.reactVersion), new RegExp(`^${major}\\.`));
      const read = async (id) => JSON.parse(await page.getByTestId(id).textContent());

      assert.deepEqual(await read('outer'), { ...DEFAULTS, isLoading: true });
      assert.deepEqual(await read('inner'), { ...DEFAULTS, compact: true, reason: 'SPLIT', isLoading: false });
      assert.match(await page.getByTestId('failed').textContent(), /put the component inside <FlagsProvider>/);
      // React reports the error of the component without a provider.
      assert.deepEqual(
        problems.filter((text) => !/FlagsProvider|error boundary/.test(text)),
        [],
      );

      release();
      await page.getByTestId('outer').filter({ hasText: '"isLoading":false' }).waitFor();
      assert.deepEqual(await read('outer'), { ...DEFAULTS, compact: true, isLoading: false });
      await page.getByRole('button').click();
      await page.getByTestId('outer').filter({ hasText: 'SPLIT' }).waitFor();
      assert.deepEqual(await read('outer'), { ...DEFAULTS, compact: true, reason: 'SPLIT', isLoading: false });
      page.off('console', report);
      await page.unrouteAll();
    });
  }
}
