import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assertAccessible } from './accessible.js';
import { startSvcDev } from './svc-dev.js';

/** The dashboard of an app with OAuth, on a server of its own. */
export function dashboardInstallCases(world) {
  describe('the dashboard of an app with OAuth', () => {
    let dev;
    let page;
    const open = (section) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section, exact: true }).click();
    const answer = () => page.getByRole('region', { name: 'Answer' });
    const output = () => answer().getByRole('region', { name: 'Output' });
    const install = () => page.getByRole('combobox', { name: /^Install/ });
    const described = () => page.getByRole('region', { name: 'The install' });
    const button = (name) => page.getByRole('button', { name, exact: true });

    /** Invokes the tool for a portal. */
    async function invoke(portal) {
      await open('Capabilities');
      await page.getByRole('list', { name: 'Capabilities' }).getByRole('button', { name: 'read' }).click();
      await page.getByLabel('Portal', { exact: true }).selectOption(String(portal));
      await button('Invoke').click();
    }

    before(async () => {
      dev = await startSvcDev(join(import.meta.dirname, 'oauth'));
      page = await world.open();
      // Without the timers that read again, the page shows a change only because of the action that made it.
      await page.addInitScript(() => {
        const { setTimeout } = globalThis;
        globalThis.setTimeout = (run, ms, ...rest) => (ms >= 1_000 ? 0 : setTimeout(run, ms, ...rest));
      });
      await page.goto(dev.dashboard);
      await page.getByRole('heading', { level: 1, name: 'Installs' }).waitFor();
    });

    after(async () => {
      await page?.close();
      await dev?.stop();
    });

    test('the app is installed in each account that has not installed it', async () => {
      await open('State');
      await page.getByText('The app is not installed.').waitFor();
      await button('Install in 1000001').click();
      await page.getByText('Installed in 1000001.').waitFor();
      await described().getByText('"state": "active"').waitFor();
      await button('Install in 1000002').click();
      await page.getByText('Installed in 1000002.').waitFor();
      await install().selectOption('1000002');
      await described().getByText('"portalId": 1000002').waitFor();
      assert.equal(await button('Install in 1000001').count(), 0);
      assert.equal(await button('Install in 1000003').count(), 1);
      await page.getByRole('row').filter({ hasText: 'InstallActor/1000002' }).waitFor();
      await assertAccessible(page, 'the state of two installs');
    });

    test('a capability runs for the install of the chosen account', async () => {
      await invoke(1000002);
      await output().getByText('"name": "100 contacts of 1000002"').waitFor();
      await invoke(1000001);
      await output()
        .getByText(/"name": "\d contacts of 1000001"/)
        .waitFor();
    });

    test('an install is configured', async () => {
      await open('State');
      const config = page.getByRole('form', { name: 'Config' });
      await config.getByLabel('Config').fill('{"region": "eu"}');
      await config.getByRole('button', { name: 'Save' }).click();
      await described().getByText('"region": "eu"').waitFor();
      await invoke(1000001);
      await output().getByText('"region": "eu"').waitFor();
      await invoke(1000002);
      await output().getByText('"region": "none"').waitFor();
    });

    test('a suspended install cannot call the CRM until it is resumed', async () => {
      await open('State');
      await install().selectOption('1000002');
      await button('Suspend').click();
      await page.getByText('The install is suspended.').waitFor();
      await described().getByText('"state": "suspended"').waitFor();
      await assertAccessible(page, 'a suspended install');
      await invoke(1000002);
      await answer().getByText('the install 1000002 is suspended and cannot call the CRM').first().waitFor();
      await invoke(1000001);
      await output().getByText('contacts of 1000001').waitFor();
      await open('State');
      await install().selectOption('1000002');
      await button('Resume').click();
      await described().getByText('"state": "active"').waitFor();
      await invoke(1000002);
      await output().getByText('contacts of 1000002').waitFor();
    });

    test('an erased install is gone at once, with its state', async () => {
      await open('State');
      await install().selectOption('1000002');
      assert.equal(await button('Erase').isDisabled(), true);
      await page.getByLabel('All its data').check();
      await button('Erase').click();
      await page.getByText('The data of the install is erased.').waitFor();
      await button('Install in 1000002').waitFor();
      assert.deepEqual(await install().locator('option').allTextContents(), ['1000001']);
      assert.equal(await page.getByLabel('All its data').isChecked(), false);
      assert.match(dev.svc('installs', 'list'), /^1000001\tactive\t.*\n$/);
      await page.getByLabel('All its data').check();
      await button('Erase').click();
      await page.getByText('The app is not installed.').waitFor();
      await page.getByText('The data of the install is erased.').waitFor();
      await assertAccessible(page, 'the state without an install');
    });
  });
}
