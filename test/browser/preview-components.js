import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const modules = join(import.meta.dirname, '../../node_modules');
const vendor = join(modules, '@hubspot/ui-extensions/dist');

/** Returns the components and hooks that a part of the vendor's package exports. */
function exportsOf(part) {
  const text = readFileSync(join(vendor, part, 'index.js'), 'utf8');
  const names = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => list.split(','));
  // "ExperimentalFlex as Flex" is exported as Flex.
  return names.map((name) => name.trim().split(' as ').at(-1)).filter((name) => /^([A-Z]|use[A-Z])/.test(name));
}

/** The components of the vendor's types that the preview shows as a box, and why it cannot draw them. */
const BOXED = {
  CrmRelativeTimeline: 'the package declares its props, but exports no component',
  CrmReport: 'a report is stored in the real CRM, and the card has its id only',
  ExampleCrmComponent: 'the types name it as an example',
};

/** Returns the components that the vendor's types declare: those of the package, and those of places of cards. */
function componentsOfTypes() {
  const read = (file) => readFileSync(join(vendor, 'shared.synced', file), 'utf8');
  const declared = read('remoteComponents.synced.d.ts').matchAll(/^export declare const ([A-Z]\w+):/gm);
  const custom = read('types/extension-points.synced.d.ts').matchAll(/^\s+(\w+)\??: ComponentType</gm);
  return [...new Set([...declared, ...custom].map(([, name]) => name))].sort();
}

/** The components and hooks of the vendor's package, in the preview of cards. */
export function previewComponentCases(world) {
  async function open(card) {
    world.previewed ??= await world.open();
    await world.previewed.goto(`${world.dev.origin}/_svc/dev/cards/${card}`);
    await world.previewed.locator('#card iframe[data-ready]').waitFor();
    return world.previewed.frameLocator('#card iframe');
  }

  test('the preview has every component and hook of the vendor', async () => {
    const frame = await open('catalog');
    await frame.getByTestId('stable.Text').waitFor();
    const known = await world.previewed.frames()[1].evaluate(() => globalThis.known);
    const parts = { stable: '', crm: 'crm', experimental: 'experimental', pages: 'pages', home: 'pages/home' };
    for (const [part, folder] of Object.entries(parts)) {
      const wanted = exportsOf(folder);
      assert.ok(wanted.length > 2, `the vendor's ${part} part has exports`);
      assert.deepEqual(
        wanted.filter((name) => !known[part].includes(name)),
        [],
        part,
      );
    }
  });

  test('every component is rendered, and an unknown one is a box with its name', async () => {
    const frame = await open('catalog');
    const box = frame.getByRole('region', { name: 'FancyThing' });
    await box.waitFor();
    assert.equal(await box.innerText(), 'FancyThing\nsize: large\nrows: [1,2]\nwithin');
    const samples = await frame.locator('main > [data-test-id]').evaluateAll((all) =>
      all.map((one) => ({
        name: one.getAttribute('data-test-id'),
        text: one.textContent,
        empty: one.childNodes.length === 0,
      })),
    );
    assert.ok(samples.length > 100);
    assert.deepEqual(
      samples.filter(({ text }) => text.startsWith('failed')).map(({ name, text }) => `${name} ${text}`),
      [],
    );
    const isOverlay = ({ name }) => /\.(Modal|Panel)$/.test(name); // they are closed
    assert.deepEqual(
      samples.filter(({ empty }) => empty),
      samples.filter(isOverlay),
    );
    assert.deepEqual(await world.previewed.locator('#failures li').allTextContents(), []);
  });

  test('every component of the vendor’s types is drawn, or is a box for a reason', async () => {
    const frame = await open('catalog');
    await frame.getByTestId('stable.Text').waitFor();
    const samples = await frame
      .locator('main > [data-test-id]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.querySelector(':scope > .svc-box') === null)
          .map((one) => one.getAttribute('data-test-id').split('.')),
      );
    const drawn = samples.flatMap(([part, name]) => (part === 'experimental' ? [name, `Experimental${name}`] : [name]));
    const declared = componentsOfTypes();
    assert.ok(declared.length > 100, `${declared.length} components`);
    assert.deepEqual(
      declared.filter((name) => !drawn.includes(name)),
      Object.keys(BOXED),
    );
  });

  /** Uses components that take input. */
  async function useControls(frame) {
    const events = frame.getByTestId('events');
    const reported = (line) => events.filter({ hasText: line }).waitFor();
    const label = (name) => frame.getByLabel(name, { exact: true });
    const click = (name) => frame.getByRole('button', { name, exact: true }).click();

    await label('Text').fill('a text');
    await frame.getByTestId('debounced').filter({ hasText: 'a text' }).waitFor();
    await label('Number').fill('7');
    await reported('change "a text"');
    await label('Area').fill('area');
    await reported('number 7');
    await label('Day').fill('2026-11-23');
    await reported('area "area"');
    await reported('day {"year":2026,"month":10,"date":23,"formattedDate":"2026-11-23"}');
    await label('Time').fill('09:05');
    await reported('time {"hours":9,"minutes":5}');
    await click('Submit');
    await reported('submit {"text":"a text","number":"7","price":"","area":"area","day":"2026-11-23","time":"09:05"}');

    await label('Choice').selectOption('Two');
    await reported('select 2');
    await label('Choices').selectOption(['Red', 'Yes']);
    await reported('multi ["red",true]');
    await label('Box').check();
    await reported('check [true,"box"]');
    await label('Radio').check();
    await reported('radio true');
    await frame.getByRole('switch', { name: 'Toggle' }).check();
    await reported('toggle true');
    await frame.getByRole('checkbox', { name: 'Desk' }).check();
    await reported('group ["chair","desk"]');
    await frame.getByRole('radio', { name: 'Desk' }).check();
    await reported('one "desk"');

    await frame.getByRole('tabpanel', { name: '' }).filter({ hasText: 'second panel' }).waitFor();
    await frame.getByRole('tab', { name: 'First' }).click();
    await reported('tab "first"');
    await frame.getByText('Menu', { exact: true }).click();
    await click('New item');
    await reported('menu "new"');
    await click('Old item');
    await reported('menu "old"');
    await click('Next');
    await reported('page 2');
    await frame.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await reported('sort "ascending"');
  }

  test('components report what the user does', async () => {
    const frame = await open('controls');
    assert.match(await frame.getByTestId('react').textContent(), /^18\./);
    await useControls(frame);
  });

  test('overlays open and close', async () => {
    const frame = await open('controls');
    const modal = frame.getByRole('dialog', { name: 'A modal' });
    await frame.getByRole('button', { name: 'Open modal' }).click();
    await modal.getByRole('button', { name: 'Done' }).click();
    await modal.waitFor({ state: 'detached' });
    await frame
      .getByTestId('events')
      .filter({ hasText: /open.*close/s })
      .waitFor();
    await frame.getByRole('button', { name: 'Open other' }).click();
    const other = frame.getByRole('dialog', { name: 'Another modal' });
    await other.getByRole('button', { name: 'Close' }).click();
    await other.waitFor({ state: 'detached' });
  });

  test('links and frames leave the card through its page', async () => {
    const frame = await open('controls');
    await frame.getByRole('link', { name: 'Help' }).click();
    await world.previewed.locator('#alerts li', { hasText: 'https://crm.example.com/help' }).waitFor();
    await frame.getByRole('button', { name: 'Foreign frame' }).click();
    const refused = 'add "https://evil.example.com" to permittedUrls.iframe of the app';
    await world.previewed.locator('#failures li', { hasText: refused }).waitFor();

    const body = '<!doctype html><p>the map</p>';
    await world.previewed.route('https://maps.example.com/city', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await frame.getByRole('button', { name: 'Map' }).click();
    await world.previewed.frameLocator('dialog iframe').getByText('the map').waitFor();
    await world.previewed.getByRole('button', { name: 'Close Map' }).click();
    await frame.getByTestId('events').filter({ hasText: 'map closed' }).waitFor();
  });

  test('a card runs with the React that is installed for it', async () => {
    for (const [name, from] of [
      ['react', 'react19'],
      ['react-dom', 'react-dom19'],
    ]) {
      cpSync(join(modules, from), join(world.dev.dir, 'node_modules', name), { recursive: true });
    }
    const frame = await open('controls');
    assert.match(await frame.getByTestId('react').textContent(), /^19\./);
    await useControls(frame);
    const catalog = await open('catalog');
    await catalog.getByRole('region', { name: 'FancyThing' }).waitFor();
    assert.equal(await catalog.getByText('failed: ').count(), 0);
    rmSync(join(world.dev.dir, 'node_modules'), { recursive: true });
  });

  test('components of the CRM show its records, stages and statistics', async () => {
    const frame = await open('business'); // contact 101 with company 201 and deal 301
    const text = (await frame.locator('main').innerText()).replace(/\s+/g, ' ');
    const steps = frame.locator('[aria-current="step"]');
    await steps.first().filter({ hasText: 'Customer' }).waitFor();
    await steps.nth(1).filter({ hasText: 'Closed Won' }).waitFor();
    await frame.getByText('maria.santos@northwind.example').first().waitFor();
    await frame.getByRole('cell', { name: 'Northwind: annual licence' }).waitFor();
    await frame.locator('.svc-statistic', { hasText: 'Deals' }).getByText('1', { exact: true }).waitFor();
    await frame.locator('.svc-statistic', { hasText: 'Total' }).getByText('24000').waitFor();
    await frame.locator('.svc-statistic', { hasText: 'Largest below' }).getByText('--').waitFor();
    await frame.getByText('Primary (1)').waitFor();
    await frame.getByText(/\d+ days overdue/).waitFor();
    await frame.getByRole('region', { name: 'CrmReport' }).getByText('reportId: 7').waitFor();
    assert.doesNotMatch(text, /answered/);
  });

  test('uploaded files are in the viewer until they are removed', async () => {
    const frame = await open('business');
    const viewer = frame.getByTestId('viewer');
    await viewer.getByText('No files').waitFor();
    const file = (name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await frame.getByLabel('Upload files').setInputFiles([file('one.txt'), file('two.txt'), file('three.txt')]);
    await frame.getByTestId('files').filter({ hasText: 'one.txt,two.txt' }).waitFor();
    assert.equal(await frame.getByLabel('Upload files').isDisabled(), true); // the limit is two
    await viewer.getByRole('link', { name: 'two.txt' }).waitFor();
    await frame.getByRole('button', { name: 'Remove one.txt' }).click();
    await viewer.getByRole('link', { name: 'one.txt' }).waitFor({ state: 'detached' });
    await frame
      .getByTestId('files')
      .filter({ hasText: /^two\.txt$/ })
      .waitFor();
  });

  test('hooks read the emulated CRM', async () => {
    const frame = await open('controls');
    const search = frame.getByTestId('search');
    await search.filter({ hasText: '1: 101,102' }).waitFor();
    await frame.getByRole('button', { name: 'Next results' }).click();
    await search.filter({ hasText: '2: 103,' }).waitFor();
    await frame.getByTestId('companies').filter({ hasText: /\w/ }).waitFor();
  });
}
