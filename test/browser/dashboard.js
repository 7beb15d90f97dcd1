import assert from 'node:assert/strict';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAccessible } from './accessible.js';
import { dashboardDataCases } from './dashboard-data.js';

/** Checks that no part of the page is wider than the window. */
async function assertFits(page, what) {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  assert.ok(content <= view, `${what}: ${content} px in ${view} px`);
}

/** Splits a command as a shell does whose words have single quotes at most. */
const words = (command) => command.match(/'[^']*'|[^ ]+/g).map((word) => word.replace(/^'(.*)'$/, '$1'));

/** The dashboard, on the server of the other cases. */
export function dashboardCases(world) {
  let page;
  const problems = [];
  /** Checks that a link opens a place in a file of the app in the editor. */
  const assertOpens = async (link, file) => {
    const { protocol, host, pathname, search, hash } = new URL(await link.getAttribute('href'));
    assert.deepEqual([protocol, host, search, hash], ['vscode:', 'file', '', '']);
    assert.equal(decodeURIComponent(pathname).replace(/(:\d+){2}$/, ''), join(realpathSync(world.dev.dir), file));
  };
  /** Opens a section of the dashboard. */
  const open = async (section) => {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
    await page.getByRole('heading', { level: 2, name: section }).waitFor();
  };
  /** Chooses a capability by the start of its name. */
  const choose = async (name) => {
    await open('Capabilities');
    await page.getByRole('list', { name: 'Capabilities' }).getByRole('button', { name }).click();
  };
  const answer = () => page.getByRole('region', { name: 'Answer' });
  const output = () => answer().getByRole('region', { name: 'Output' });

  test('the page is painted before its script has run', async (t) => {
    const fresh = await world.open();
    await fresh.route('**/dashboard.js', () => {}); // it never arrives
    await fresh.goto(world.dev.dashboard, { waitUntil: 'commit' });
    await fresh.getByRole('heading', { level: 1, name: 'svc dev' }).waitFor();
    const paint = await fresh.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    t.diagnostic(`first contentful paint after ${Math.round(await paint.jsonValue())} ms`);
    await fresh.close();
  });

  test('the page of the dashboard has no data without its token', async () => {
    const locked = await world.open();
    const response = await locked.goto(`${world.dev.origin}/_svc/dev/`);
    await locked.getByRole('heading', { name: 'This page needs the link of svc dev' }).waitFor();
    const policy = response.headers()['content-security-policy'];
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    await assertAccessible(locked, 'the locked page');
    await locked.close();
  });

  test('the link of svc dev opens the dashboard, and its token leaves the address', async () => {
    page = await world.open();
    page.on('console', (message) => {
      // The browser reports the webhooks that the app must reject.
      if (message.type() === 'error' && !message.location().url.includes('/webhooks/')) {
        problems.push(message.text());
      }
    });
    page.on('response', async (response) => {
      if (response.status() >= 500) {
        problems.push(`${response.url()} answered ${response.status()}: ${await response.text()}`);
      }
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== world.dev.origin && !request.url().startsWith('data:')) {
        problems.push(`request to ${request.url()}`);
      }
    });
    await page.goto(world.dev.dashboard);
    await page.getByRole('heading', { level: 1, name: 'Browser' }).waitFor();
    assert.equal(page.url(), `${world.dev.origin}/_svc/dev/`);
  });

  test('a form has a control for each input field, and runs the capability', async () => {
    await choose('remind');
    const form = page.locator('form');
    assert.deepEqual(await form.getByLabel('Tone').locator('option').allTextContents(), ['choose', 'Friendly', 'Firm']);
    assert.equal(await form.getByLabel('Days').inputValue(), '14');
    assert.equal(await form.getByLabel('Tone').getAttribute('required'), '');
    await form.getByRole('button', { name: 'Invoke' }).click();
    assert.equal(await answer().textContent(), ''); // the browser asks for the required field
    await form.getByLabel('Tone').selectOption('firm');
    await form.getByLabel('Record').fill('{"id": "102"}');
    await form.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByText('HTTP 200').waitFor();
    const { text } = JSON.parse(await output().textContent());
    assert.equal(text, 'firm 14 102');
    assert.match(await answer().textContent(), /Next: the workflow records a success/);
    await answer().getByText('GET /crm/v3/objects/contacts/102').waitFor();
    await assertAccessible(page, 'a form with its answer');
  });

  test('an invocation is run again, and copied as a command', async () => {
    const before = JSON.parse(await output().textContent()).count;
    await page.getByRole('button', { name: 'Replay' }).click();
    await output()
      .getByText(`"count": "${Number(before) + 1}"`)
      .waitFor();
    const command = await page.getByRole('button', { name: 'Copy as command' }).getAttribute('title');
    assert.match(command, /^svc dev invoke main\/remind --kind tool --input '\{"tone":"firm","days":14\}' --object /);
  });

  test('a failed invocation shows its error in the source', async () => {
    await choose('panel');
    await page.getByLabel('fails').selectOption('true');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByText('went wrong').first().waitFor();
    const place = answer()
      .getByRole('link', { name: /^src\/workers\/main\.ts:\d+:\d+$/ })
      .first();
    await assertOpens(place, 'src/workers/main.ts');
    await page.getByText('Caller and install').click();
    await page.getByLabel('Install').fill('{');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByRole('alert').getByText('Install is not valid JSON').waitFor();
  });

  test('a run is in the list with its calls, is edited and run again', async () => {
    await open('Runs');
    const runs = page.getByRole('list', { name: 'Runs' });
    await runs.getByRole('button', { name: 'remind' }).first().click();
    await page.getByRole('region', { name: 'Calls' }).getByText('GET /crm/v3/objects/contacts/102').waitFor();
    const before = Number(await runs.getByRole('listitem').first().getAttribute('aria-setsize')); // not all are in view
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('Ended with ok.').waitFor();
    await runs
      .locator(`[aria-setsize="${before + 1}"]`)
      .first()
      .waitFor();
    await assertAccessible(page, 'runs');
    await page.getByRole('button', { name: 'Edit and replay' }).click();
    await page.getByLabel('Tone').selectOption('friendly');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await output().getByText('friendly 14 102').waitFor();
  });

  test('a run shows its requests outside of the CRM, without their query', async () => {
    const url = `${world.dev.origin}/_svc/health`;
    world.dev.svc('dev', 'invoke', 'elsewhere', '-i', JSON.stringify({ url: `${url}?key=hidden` }));
    await open('Runs');
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: 'elsewhere' }).first().click();
    const calls = page.getByRole('region', { name: 'Calls' });
    await calls.getByText(`GET ${url}`).waitFor();
    assert.doesNotMatch(await calls.textContent(), /hidden/);
  });

  test('a run is saved as a fixture, which svc test runs', async () => {
    await open('Runs');
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: 'remind' }).first().click();
    const fixture = page.getByRole('form', { name: 'Fixture' });
    const save = fixture.getByRole('button', { name: 'Run again and save' });
    await fixture.getByLabel('Fixture').fill('../reminder');
    assert.equal(await save.isDisabled(), true);
    await fixture.getByLabel('Fixture').fill('reminder');
    const command = await fixture.getByRole('button', { name: 'Copy as command' }).getAttribute('title');
    assert.match(command, /^svc dev invoke main\/remind .* --save-fixture reminder$/);
    await save.click();
    await fixture.getByText("saved fixtures/reminder.json; run 'svc test reminder'").waitFor();
    await assertAccessible(page, 'a run that was saved');
    await save.click();
    await fixture.getByText('the fixture fixtures/reminder.json exists').waitFor();
    const saved = JSON.parse(readFileSync(join(world.dev.dir, 'fixtures/reminder.json'), 'utf8'));
    assert.equal(saved.capability, 'main/remind');
    assert.equal(saved.expect.status, 'ok');
    assert.doesNotThrow(() => world.dev.svc('test', 'reminder'));
    assert.throws(() => world.dev.svc(...words(command).slice(1)), /the fixture fixtures\/reminder\.json exists/);
  });

  test('characters that disguise text are shown as their escapes', async () => {
    await open('Logs');
    const entry = { at: 1, level: 'warn', message: 'a\u202eb\u2066c', card: 'order', session: 'k3f9' };
    const sent = await fetch(`${world.dev.logs}/__svc/log`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([entry]),
    });
    assert.ok(sent.ok, await sent.text());
    await page.getByRole('list', { name: 'Log lines' }).getByText('card order: a\\u202eb\\u2066c').waitFor();
  });

  test('logs are searched and filtered by level, worker and capability', async () => {
    await open('Logs');
    const lines = page.getByRole('list', { name: 'Log lines' });
    await page.getByLabel('Capability').selectOption('remind');
    await page.getByLabel('Worker').selectOption('main');
    await page.getByLabel('Search').fill('"count":2');
    assert.equal(
      await page
        .locator('output')
        .textContent()
        .then((text) => text.split(' ')[0]),
      '1',
    );
    await lines.getByRole('button', { name: 'reminded {"count":2}' }).click();
    await page.getByRole('region', { name: 'The whole line' }).getByText('"capability": "remind"').waitFor();
    await assertAccessible(page, 'logs');
    await page.getByLabel('Level').selectOption('error');
    assert.match(await page.locator('output').textContent(), /^0 of /);
  });

  test('10,000 lines come in few renderings, and only those in view are in the page', async () => {
    await page.getByLabel('Level').selectOption('');
    await page.getByLabel('Worker').selectOption('');
    await page.getByLabel('Capability').selectOption('');
    await page.getByLabel('Search').fill('');
    await page.evaluate(() => {
      globalThis.work = { frames: 0, renders: 0, rows: 0 };
      const frame = () => {
        globalThis.work.frames++;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      new MutationObserver((changes) => {
        const rows = changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
        globalThis.work.renders++;
        globalThis.work.rows = Math.max(globalThis.work.rows, rows);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    const many = JSON.stringify(Array.from({ length: 100 }, () => ({ level: 'debug', message: 'one of many' })));
    for (let i = 0; i < 100; i++) {
      await fetch(world.dev.logUrl, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: many });
    }
    await page.waitForFunction(() => Number.parseInt(document.querySelector('output').textContent, 10) >= 10_000);
    const { frames, renders, rows } = await page.evaluate(() => globalThis.work);
    // Once for the lines of a frame, and once because the list scrolls to its end. Others are those of the clock.
    assert.ok(renders <= 2 * frames + 20, `rendered ${renders} times in ${frames} frames`);
    assert.ok(rows < 100, `a rendering has made ${rows} nodes`);
    const lines = page.getByRole('list', { name: 'Log lines' });
    const shown = await lines.getByRole('listitem').count();
    assert.ok(shown < 100, `${shown} lines are in the page`);
    assert.match(await lines.getByRole('listitem').last().textContent(), /one of many/);
    await page.getByRole('region', { name: 'Log lines' }).evaluate((box) => box.scrollTo(0, 0));
    await lines.getByText('ready').first().waitFor();
    await page.getByLabel('Search').fill('reminded');
    await lines.getByText('reminded').first().waitFor();
  });

  test('a line that comes before the event of a scroll does not move the list', async () => {
    await page.getByLabel('Search').fill('');
    const box = page.getByRole('region', { name: 'Log lines' });
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await box.getByText('one of many').first().waitFor();
    const shown = Number.parseInt(await page.locator('output').textContent(), 10);
    await box.evaluate((element) => {
      globalThis.keep = (event) => event.stopImmediatePropagation();
      addEventListener('scroll', globalThis.keep, { capture: true });
      element.scrollTo(0, 0);
    });
    const line = JSON.stringify([{ level: 'debug', message: 'one more' }]);
    await fetch(world.dev.logUrl, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: line });
    await page.waitForFunction((n) => Number.parseInt(document.querySelector('output').textContent, 10) > n, shown);
    assert.equal(await box.evaluate((element) => element.scrollTop), 0);
    await box.evaluate((element) => {
      removeEventListener('scroll', globalThis.keep, { capture: true });
      element.dispatchEvent(new Event('scroll'));
    });
    await box.getByText('ready').first().waitFor();
  });

  dashboardDataCases({
    world,
    get page() {
      return page;
    },
    open,
    choose,
    answer,
    output,
  });

  test('findings follow the files, and link to their place', async () => {
    await open('Findings');
    await page.getByText('0 findings').waitFor();
    const file = join(world.dev.dir, 'src/workers/second.ts');
    writeFileSync(file, "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('main');\n");
    const list = page.getByRole('list', { name: 'Findings' });
    const link = list.getByRole('link', { name: /^src\/workers\/second\.ts:\d+:\d+$/ }).first();
    await link.waitFor();
    await assertOpens(link, 'src/workers/second.ts');
    await assertAccessible(page, 'findings');
    rmSync(file);
    await page.getByText('0 findings').waitFor();
  });

  test('a file that does not load is named above each section', async () => {
    const file = join(world.dev.dir, 'src/workers/main.ts');
    const text = readFileSync(file, 'utf8');
    const stale = page
      .getByRole('alert')
      .filter({ hasText: 'Serving the last version that loads of: src/workers/main.ts' });
    writeFileSync(file, text.replace("defineWorker('main');", "defineWorker('main'"));
    await stale.waitFor();
    writeFileSync(file, text);
    await stale.waitFor({ state: 'detached' });
  });

  test('a save that does not load is shown at once, with the number of its findings', async () => {
    const fresh = await world.open();
    await fresh.addInitScript(() => {
      const timeout = globalThis.setTimeout; // without the timer that reads the overview again
      globalThis.setTimeout = (run, ms, ...given) => (ms === 5_000 ? 0 : timeout(run, ms, ...given));
    });
    await fresh.goto(world.dev.dashboard);
    await fresh.getByRole('link', { name: 'Findings', exact: true }).click();
    await fresh.getByText('0 findings', { exact: true }).waitFor();
    const file = join(world.dev.dir, 'src/workers/broken.ts');
    writeFileSync(file, '}}');
    const alert = fresh.getByRole('alert').filter({ hasText: 'Not served until it loads: src/workers/broken.ts' });
    await alert.waitFor();
    await fresh.getByText('1 finding', { exact: true }).waitFor();
    rmSync(file);
    await alert.waitFor({ state: 'detached' });
    await fresh.close();
  });

  test('the sections are used with the keyboard alone', async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Browser' }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the section');
    await page.getByRole('link', { name: 'Faults' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Faults' }).waitFor();
    await page.getByRole('switch', { name: 'slow' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'slow', checked: true }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent === 'slow'); // it was disabled meanwhile
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'slow', checked: false }).waitFor();
    await page.getByRole('link', { name: 'Runs' }).focus();
    await page.keyboard.press('Enter');
    const run = page.getByRole('list', { name: 'Runs' }).getByRole('button').nth(1);
    await run.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { pressed: true }).waitFor();
  });

  test('cards link to their previews', async () => {
    await open('Cards');
    const link = page.getByRole('list', { name: 'Cards' }).getByRole('link', { name: 'Panel' });
    assert.equal(await link.getAttribute('href'), '/_svc/dev/cards/panel');
  });

  test('the page fits a width of 320 px, and has no problem in the dark', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    for (const section of await sections.allTextContents()) {
      await open(section);
      await assertFits(page, section);
      await assertAccessible(page, `${section} in the dark`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('the page has reported no error, and asked no other origin', async () => {
    assert.deepEqual(problems, []);
    await page.close();
  });
}
