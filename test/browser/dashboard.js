import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks a page with axe, whose script the page's policy would refuse as inline code. */
async function assertAccessible(page, what) {
  const { violations } = await page.evaluate(`${axe}; axe.run()`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  assert.deepEqual(found, [], what);
}

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
    const fresh = await world.browser.newPage();
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
    const locked = await world.browser.newPage();
    const response = await locked.goto(`${world.dev.origin}/_svc/dev/`);
    await locked.getByRole('heading', { name: 'This page needs the link of svc dev' }).waitFor();
    const policy = response.headers()['content-security-policy'];
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    await assertAccessible(locked, 'the locked page');
    await locked.close();
  });

  test('the link of svc dev opens the dashboard, and its token leaves the address', async () => {
    page = await world.browser.newPage();
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
    assert.match(await place.getAttribute('href'), /^vscode:\/\/file\/.*\/src\/workers\/main\.ts:\d+:\d+$/);
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

  test('10,000 lines are in the list, and only those in view are in the page', async (t) => {
    await page.evaluate(() => {
      globalThis.longTasks = [];
      const observer = new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries()));
      observer.observe({ entryTypes: ['longtask'] }); // tasks of more than 50 ms
    });
    await page.getByLabel('Level').selectOption('');
    await page.getByLabel('Worker').selectOption('');
    await page.getByLabel('Capability').selectOption('');
    await page.getByLabel('Search').fill('');
    const many = JSON.stringify(Array.from({ length: 100 }, () => ({ level: 'debug', message: 'one of many' })));
    for (let i = 0; i < 100; i++) {
      await fetch(world.dev.logUrl, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: many });
    }
    await page.waitForFunction(() => Number.parseInt(document.querySelector('output').textContent, 10) >= 10_000);
    const lines = page.getByRole('list', { name: 'Log lines' });
    const shown = await lines.getByRole('listitem').count();
    assert.ok(shown < 100, `${shown} lines are in the page`);
    assert.match(await lines.getByRole('listitem').last().textContent(), /one of many/);
    await page.getByRole('region', { name: 'Log lines' }).evaluate((box) => box.scrollTo(0, 0));
    await lines.getByText('ready').first().waitFor();
    await page.getByLabel('Search').fill('reminded');
    await lines.getByText('reminded').first().waitFor();
    const tasks = await page.evaluate(() => globalThis.longTasks.map(({ duration }) => Math.round(duration)));
    t.diagnostic(`tasks of more than 50 ms while 10,000 lines came, were searched and scrolled: ${tasks.join(', ')}`);
  });

  test('a change of a record fires the subscribed trigger', async () => {
    await open('Records');
    await page.getByLabel('Search').fill('Santos');
    await page.getByRole('list', { name: 'Records' }).getByRole('button', { name: '101' }).click();
    const record = page.getByRole('form', { name: 'Record' });
    await record.getByLabel('firstname', { exact: true }).fill('Renata');
    await assertAccessible(page, 'records');
    await record.getByRole('button', { name: 'Save' }).click();
    await record.getByText('Saved.').waitFor();
    await world.dev.wait('the trigger', ({ log }) => log?.message === 'renamed' && log.fields.to === 'Renata');
    await page.getByRole('list', { name: 'Records' }).getByText('Renata Santos').waitFor();
  });

  test('an entry of the store is shown, changed and deleted', async () => {
    await open('Store');
    await page.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'reminders' }).click();
    const entry = page.getByRole('form', { name: 'Entry' });
    await entry.getByLabel('Value').fill('41');
    await entry.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'reminders 41' }).waitFor();
    await assertAccessible(page, 'the store');
    await choose('remind');
    await page.getByLabel('Tone').selectOption('firm');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await output().getByText('"count": "42"').waitFor();
    await open('Store');
    await page.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'reminders 42' }).click();
    await entry.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No entries.').waitFor();
  });

  test('the clock moves ahead, and fires the schedules that are due', async () => {
    await open('Clock');
    await page.getByRole('cell', { name: '0 * * * *' }).waitFor();
    await assertAccessible(page, 'the clock');
    await page.getByRole('button', { name: 'Forward 1h' }).click();
    await page.getByRole('list', { name: 'Fired' }).getByText('main 0 * * * *').waitFor();
    await world.dev.wait('the schedule', ({ event }) => event === 'fired');
    await page
      .getByRole('banner')
      .getByText(/clock 36\d\d s ahead/)
      .waitFor();
  });

  test('a fault is switched on and off', async () => {
    await open('Faults');
    const fault = page.getByRole('switch', { name: '5xx' });
    await fault.click();
    await page.getByText('5xx is on.').waitFor();
    await page.getByRole('switch', { name: '5xx', checked: true }).waitFor();
    await assertAccessible(page, 'faults');
    await choose('remind');
    await page.getByLabel('Tone').selectOption('firm');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByText('503').first().waitFor();
    await open('Faults');
    await page.getByText(/hits: [1-9]/).waitFor();
    await page.getByLabel('Path').fill('/crm/v3/objects/deals');
    const slow = page.getByRole('switch', { name: 'slow' });
    await slow.click();
    await page.getByText('slow is on.').waitFor();
    const off = page.waitForRequest((request) => request.postData()?.includes('"slow"') === true);
    await fault.click();
    assert.match((await off).postData(), /"path":"\/crm\/v3\/objects\/deals"/); // the others stay as they are
    await page.getByText('5xx is off.').waitFor();
    await page.getByRole('switch', { name: '5xx', checked: false }).waitFor();
    await page.getByRole('switch', { name: 'slow', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Switch all off' }).click();
    await page.getByText('All faults are off.').waitFor();
  });

  test('the budget of a portal has a gauge and a plot', async () => {
    await open('Budget');
    const portal = page.getByRole('region', { name: 'Portal 1000001' });
    await portal.getByRole('meter', { name: 'Calls today' }).waitFor();
    await portal.getByText(/Calls today: [1-9]\d* of 250000/).waitFor();
    const plot = page.getByRole('img', { name: 'Used share of the burst in the last five minutes' });
    await plot.locator('canvas').waitFor();
    await assertAccessible(page, 'the budget');
  });

  test('the calls of a portal are set and forgotten', async () => {
    await open('Budget');
    const portal = page.getByRole('region', { name: 'Portal 1000001' });
    await portal.getByRole('textbox', { name: 'Calls since midnight' }).fill('249000');
    await portal.getByRole('button', { name: 'Set', exact: true }).click();
    await portal.getByText('Calls today: 249000 of 250000').waitFor();
    await portal.getByRole('button', { name: 'Reset' }).click();
    await portal.getByText('Calls today: 0 of 250000').waitFor();
  });

  test('a sync is run, and its runs are listed', async () => {
    await open('Syncs');
    await page.getByRole('button', { name: 'Run hourly' }).click();
    await page.getByText('hourly ended with ok.').waitFor();
    await page.getByRole('button', { name: 'Runs of hourly' }).click();
    const runs = page.getByRole('region', { name: 'Runs of the sync' });
    await runs.getByRole('cell', { name: 'succeeded' }).first().waitFor();
    await page.getByText('No rows are in quarantine.').waitFor();
    await assertAccessible(page, 'syncs');
  });

  test('a poison row is retried and discarded', async () => {
    await open('Syncs');
    const row = page
      .getByRole('region', { name: 'Poison rows' })
      .getByRole('row')
      .filter({ hasText: 'bob@example.com' });
    await page.getByRole('button', { name: 'Run people' }).click();
    await page.getByText('people ended with ok.').waitFor();
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await row.getByText('first').waitFor();
    await assertAccessible(page, 'poison rows');
    await row.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'The row' }).getByText('"data"').waitFor();
    await row.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('The row is retried: the sync runs soon.').waitFor();
    // The run that a retry starts is of no portal's request. It finds the same row.
    await world.dev.wait('the retry', ({ ended }) => ended?.capabilityId === 'people' && ended.portalId === null);
    await row.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The row is deleted.').waitFor();
    await page.getByText('No rows are in quarantine.').waitFor();
  });

  test('a failed delivery is shown and run again until it is accepted', async () => {
    await open('Records');
    await page.getByLabel('Search').fill('Santos');
    await page.getByRole('list', { name: 'Records' }).getByRole('button', { name: '101' }).click();
    const record = page.getByRole('form', { name: 'Record' });
    await record.getByLabel('firstname', { exact: true }).fill('Refused');
    await record.getByRole('button', { name: 'Save' }).click();
    await record.getByText('Saved.').waitFor();
    await open('Deliveries');
    const failed = page.getByRole('region', { name: 'Failed deliveries' });
    await failed.getByRole('cell', { name: 'main/renamed' }).waitFor();
    await failed.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'The delivery' }).getByText('Refused').waitFor();
    await failed.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The delivery failed again.').waitFor();
    await assertAccessible(page, 'deliveries');
    await failed.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The delivery was accepted.').waitFor();
    await page.getByText('No delivery has failed.').waitFor();
  });

  test('a webhook is sent as its sender signs it, and rejected with a flaw', async () => {
    await choose('renamed');
    await page.getByText('Send over HTTP').click();
    await page.getByLabel('Events').fill('{"propertyValue": "Sent"}');
    await page.getByLabel('Each twice').check();
    const responses = page.getByRole('region', { name: 'Responses' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await responses.getByText('"duplicate":true').waitFor();
    assert.deepEqual(await responses.getByRole('cell', { name: '200', exact: true }).count(), 2);
    await world.dev.wait('the trigger', ({ log }) => log?.message === 'renamed' && log.fields.to === 'Sent');
    for (const flaw of ['a wrong key', 'a time 6 minutes ahead', 'a time 6 minutes ago']) {
      await page.getByLabel('Sign with').selectOption(flaw);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await responses.getByRole('cell', { name: '401' }).first().waitFor();
      await page
        .getByRole('region', { name: 'The signed text' })
        .getByText(/^POST.*\/webhooks\/crm\/renamed/)
        .waitFor();
    }
    await assertAccessible(page, 'sent webhooks');
  });

  test('a scheduled call is listed and cancelled', async () => {
    await choose('postpone');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByText('HTTP 200').waitFor();
    await open('Scheduled calls');
    const calls = page.getByRole('region', { name: 'Scheduled calls' });
    await calls.getByRole('cell', { name: 'main/remind' }).waitFor();
    await assertAccessible(page, 'scheduled calls');
    await calls.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The call is cancelled.').waitFor();
    await page.getByText('No call is scheduled.').waitFor();
  });

  test('results are grouped, and an uncaught error is shown', async () => {
    await open('Results');
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('cell', { name: 'main/remind' }).waitFor();
    await page.getByLabel('By').selectOption('outcome');
    await results.getByRole('cell', { name: 'error', exact: true }).waitFor();
    const errors = page.getByRole('region', { name: 'Uncaught errors' });
    await errors.getByRole('row').filter({ hasText: 'Error: went wrong' }).getByRole('button').click();
    await page.getByRole('region', { name: 'The error' }).getByText('"message": "went wrong"').waitFor();
    await assertAccessible(page, 'results');
  });

  test('the stored state is shown', async () => {
    await choose('remind');
    await page.getByLabel('Tone').selectOption('firm');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await output().getByText('"count"').waitFor();
    await open('State');
    await page.getByRole('region', { name: 'The install' }).getByText('"state": "active"').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'InstallActor/static' });
    await row.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'InstallActor/static' }).getByText('"s/reminders"').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Erase' }).isDisabled(), true);
    await assertAccessible(page, 'the state');
  });

  test('findings follow the files, and link to their place', async () => {
    await open('Findings');
    await page.getByText('0 findings').waitFor();
    const file = join(world.dev.dir, 'src/workers/second.ts');
    writeFileSync(file, "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('main');\n");
    const list = page.getByRole('list', { name: 'Findings' });
    const link = list.getByRole('link', { name: /^src\/workers\/second\.ts:\d+:\d+$/ }).first();
    await link.waitFor();
    assert.match(await link.getAttribute('href'), /^vscode:\/\/file\/.*\/src\/workers\/second\.ts:\d+:\d+$/);
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
