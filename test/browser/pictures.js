import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSvcDev } from './svc-dev.js';

const docs = join(import.meta.dirname, '../../docs');
const folder = join(docs, 'images');

/** The largest file of a picture, in bytes: readers load all of a page. */
const MAX_BYTES = 150 << 10;

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 800 };

/** Returns the width and the height that a PNG file has in its first chunk. */
function sizeOf(png) {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Opens a section of the dashboard. */
async function open(page, section) {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
  await page.getByRole('heading', { level: 2, name: section }).waitFor();
}

/** Invokes a capability with these inputs, by label. */
async function invoke(page, capability, inputs) {
  await open(page, 'Capabilities');
  await page.getByRole('list', { name: 'Capabilities' }).getByRole('button', { name: capability }).first().click();
  for (const [label, value] of Object.entries(inputs)) {
    await page.locator('form').getByLabel(label).fill(value);
  }
  await page.getByRole('button', { name: 'Invoke' }).click();
  await page.getByRole('region', { name: 'Answer' }).getByText('HTTP 200').waitFor();
}

/** What each picture shows, by the name of its files. */
const PICTURES = {
  'dashboard-capabilities': {
    size: WIDE,
    show: (page) => invoke(page, 'open-invoices', { companyId: '201', limit: '2' }),
  },
  'dashboard-runs': {
    size: WIDE,
    async show(page) {
      await invoke(page, 'mark-paid', { 'Paid at': '2026-01-04T15:30:00Z', Reference: 'INV-118' });
      await open(page, 'Runs');
      await page.getByRole('button', { name: 'open-invoices' }).first().click();
    },
  },
  'dashboard-narrow': { size: NARROW, show: (page) => open(page, 'Clock') },
};

/** The pictures of the documentation, of the example app. PICTURES=write writes them. */
export function pictureCases(world) {
  const isWriting = process.env.PICTURES === 'write';
  let dev;
  let page;

  before(async () => {
    dev = await startSvcDev(join(docs, '../examples/ledger-bridge'));
    dev.svc('dev', 'install', '1000001');
    page = await world.open();
    await page.goto(dev.dashboard);
  });
  after(async () => {
    await page?.close();
    await dev?.stop();
  });

  for (const [name, { size, show }] of Object.entries(PICTURES)) {
    test(`the picture ${name} is in the documentation, light and dark`, async () => {
      await page.setViewportSize(size);
      await show(page);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const made = await page.screenshot({ animations: 'disabled' });
        const file = `${name}-${colorScheme}.png`;
        if (isWriting) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, file), made);
        }
        const kept = readFileSync(join(folder, file));
        assert.deepEqual(sizeOf(kept), sizeOf(made), `${file}: run make browser PART=pictures PICTURES=write`);
        assert.ok(kept.length <= MAX_BYTES, `${file} has ${kept.length} bytes`);
        assert.ok(readFileSync(join(docs, 'dashboard.md'), 'utf8').includes(`images/${file}`), `no page shows ${file}`);
      }
    });
  }

  test('the documentation has no other picture', () => {
    const names = Object.keys(PICTURES).flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]);
    assert.deepEqual(readdirSync(folder).sort(), names.sort());
  });
}
