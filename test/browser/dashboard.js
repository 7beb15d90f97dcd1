import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
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
    await answer().getByText('src/workers/main.ts:').first().waitFor();
    await page.getByText('Caller and install').click();
    await page.getByLabel('Install').fill('{');
    await page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByRole('alert').getByText('Install is not valid JSON').waitFor();
  });

  test('the page fits a width of 320 px, and has no problem in the dark', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await assertFits(page, 'capabilities');
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertAccessible(page, 'the dark page');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('the page has reported no error, and asked no other origin', async () => {
    assert.deepEqual(problems, []);
    await page.close();
  });
}
