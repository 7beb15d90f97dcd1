import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAccessible } from './accessible.js';
import { startSvcDev } from './svc-dev.js';

const CONFIG = `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Late', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: ['crm.objects.contacts.read'],
});
`;

/** The dashboard of an app that has not loaded since the server started. */
export function dashboardUnloadedCases(world) {
  test('an app that has never loaded shows its findings until it does', async () => {
    const app = mkdtempSync(join(tmpdir(), 'svc-unloaded-'));
    writeFileSync(join(app, 'svc.config.ts'), CONFIG.replace('});', '}'));
    const dev = await startSvcDev(app);
    const page = await world.open();
    try {
      await page.goto(dev.dashboard);
      await page.getByRole('alert').filter({ hasText: 'the app does not load' }).waitFor();
      const link = page
        .getByRole('list', { name: 'Findings' })
        .getByRole('link', { name: /^svc\.config\.ts:\d+:\d+$/ });
      await link.waitFor();
      const { pathname } = new URL(await link.getAttribute('href'));
      assert.equal(
        decodeURIComponent(pathname).replace(/(:\d+){2}$/, ''),
        join(realpathSync(dev.dir), 'svc.config.ts'),
      );
      await assertAccessible(page, 'an app that has never loaded');
      writeFileSync(join(dev.dir, 'svc.config.ts'), CONFIG);
      await page.getByRole('heading', { level: 1, name: 'Late' }).waitFor();
      await page.getByRole('heading', { level: 2, name: 'Capabilities' }).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
    } finally {
      await page.close();
      await dev.stop();
      rmSync(app, { recursive: true });
    }
  });
}
