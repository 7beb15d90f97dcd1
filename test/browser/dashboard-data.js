import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './accessible.js';

/**
 * What the sections of the dashboard show of the app's data and of the emulated CRM.
 * `on` is the open dashboard: its page, and what opens a section, chooses a capability and finds its answer.
 */
export function dashboardDataCases(on) {
  const { world, open, choose, answer, output } = on;

  test('a change of a record fires the subscribed trigger', async () => {
    await open('Records');
    await on.page.getByLabel('Search').fill('Santos');
    await on.page.getByRole('list', { name: 'Records' }).getByRole('button', { name: '101' }).click();
    const record = on.page.getByRole('form', { name: 'Record' });
    await record.getByLabel('firstname', { exact: true }).fill('Renata');
    await assertAccessible(on.page, 'records');
    await record.getByRole('button', { name: 'Save' }).click();
    await record.getByText('Saved.').waitFor();
    await world.dev.wait('the trigger', ({ log }) => log?.message === 'renamed' && log.fields.to === 'Renata');
    await on.page.getByRole('list', { name: 'Records' }).getByText('Renata Santos').waitFor();
  });

  test('an entry of the store is shown, changed and deleted', async () => {
    await open('Store');
    await on.page.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'reminders' }).click();
    const entry = on.page.getByRole('form', { name: 'Entry' });
    await entry.getByLabel('Value').fill('41');
    await entry.getByRole('button', { name: 'Save' }).click();
    await on.page.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'reminders 41' }).waitFor();
    await assertAccessible(on.page, 'the store');
    await choose('remind');
    await on.page.getByLabel('Tone').selectOption('firm');
    await on.page.getByRole('button', { name: 'Invoke' }).click();
    await output().getByText('"count": "42"').waitFor();
    await open('Store');
    await on.page.getByRole('list', { name: 'Entries' }).getByRole('button', { name: 'reminders 42' }).click();
    await entry.getByRole('button', { name: 'Delete' }).click();
    await on.page.getByText('No entries.').waitFor();
  });

  test('the clock moves ahead, and fires the schedules that are due', async () => {
    await open('Clock');
    await on.page.getByRole('cell', { name: '0 * * * *' }).waitFor();
    await assertAccessible(on.page, 'the clock');
    await on.page.getByRole('button', { name: 'Forward 1h' }).click();
    await on.page.getByRole('list', { name: 'Fired' }).getByText('main 0 * * * *').waitFor();
    await world.dev.wait('the schedule', ({ event }) => event === 'fired');
    await on.page
      .getByRole('banner')
      .getByText(/clock 36\d\d s ahead/)
      .waitFor();
  });

  test('a fault is switched on and off', async () => {
    await open('Faults');
    const fault = on.page.getByRole('switch', { name: '5xx' });
    await fault.click();
    await on.page.getByText('5xx is on.').waitFor();
    await on.page.getByRole('switch', { name: '5xx', checked: true }).waitFor();
    await assertAccessible(on.page, 'faults');
    await choose('remind');
    await on.page.getByLabel('Tone').selectOption('firm');
    await on.page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByText('503').first().waitFor();
    await open('Faults');
    await on.page.getByText(/hits: [1-9]/).waitFor();
    await on.page.getByLabel('Path').fill('/crm/v3/objects/deals');
    const slow = on.page.getByRole('switch', { name: 'slow' });
    await slow.click();
    await on.page.getByText('slow is on.').waitFor();
    const off = on.page.waitForRequest((request) => request.postData()?.includes('"slow"') === true);
    await fault.click();
    assert.match((await off).postData(), /"path":"\/crm\/v3\/objects\/deals"/); // the others stay as they are
    await on.page.getByText('5xx is off.').waitFor();
    await on.page.getByRole('switch', { name: '5xx', checked: false }).waitFor();
    await on.page.getByRole('switch', { name: 'slow', checked: true }).waitFor();
    await on.page.getByRole('button', { name: 'Switch all off' }).click();
    await on.page.getByText('All faults are off.').waitFor();
  });

  test('the budget of a portal has a gauge and a plot', async () => {
    await open('Budget');
    const portal = on.page.getByRole('region', { name: 'Portal 1000001' });
    await portal.getByRole('meter', { name: 'Calls today' }).waitFor();
    await portal.getByText(/Calls today: [1-9]\d* of 250000/).waitFor();
    const plot = on.page.getByRole('img', { name: 'Used share of the burst in the last five minutes' });
    await plot.locator('canvas').waitFor();
    await assertAccessible(on.page, 'the budget');
  });

  test('the calls of a portal are set and forgotten', async () => {
    await open('Budget');
    const portal = on.page.getByRole('region', { name: 'Portal 1000001' });
    await portal.getByRole('textbox', { name: 'Calls since midnight' }).fill('249000');
    await portal.getByRole('button', { name: 'Set', exact: true }).click();
    await portal.getByText('Calls today: 249000 of 250000').waitFor();
    await portal.getByRole('button', { name: 'Reset' }).click();
    await portal.getByText('Calls today: 0 of 250000').waitFor();
  });

  test('a sync is run, and its runs are listed', async () => {
    await open('Syncs');
    await on.page.getByRole('button', { name: 'Run hourly' }).click();
    await on.page.getByText('hourly ended with ok.').waitFor();
    await on.page.getByRole('button', { name: 'Runs of hourly' }).click();
    const runs = on.page.getByRole('region', { name: 'Runs of the sync' });
    await runs.getByRole('cell', { name: 'succeeded' }).first().waitFor();
    await on.page.getByText('No rows are in quarantine.').waitFor();
    await assertAccessible(on.page, 'syncs');
  });

  test('a poison row is retried and discarded', async () => {
    await open('Syncs');
    const row = on.page
      .getByRole('region', { name: 'Poison rows' })
      .getByRole('row')
      .filter({ hasText: 'bob@example.com' });
    await on.page.getByRole('button', { name: 'Run people' }).click();
    await on.page.getByText('people ended with ok.').waitFor();
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await row.getByText('first').waitFor();
    await assertAccessible(on.page, 'poison rows');
    await row.getByRole('button', { name: 'Show' }).click();
    await on.page.getByRole('region', { name: 'The row' }).getByText('"data"').waitFor();
    await row.getByRole('button', { name: 'Retry' }).click();
    await on.page.getByText('The row is retried: the sync runs soon.').waitFor();
    // The run that a retry starts is of no portal's request. It finds the same row.
    await world.dev.wait('the retry', ({ ended }) => ended?.capabilityId === 'people' && ended.portalId === null);
    await row.getByRole('button', { name: 'Discard' }).click();
    await on.page.getByText('The row is deleted.').waitFor();
    await on.page.getByText('No rows are in quarantine.').waitFor();
  });

  test('a failed delivery is shown and run again until it is accepted', async () => {
    await open('Records');
    await on.page.getByLabel('Search').fill('Santos');
    await on.page.getByRole('list', { name: 'Records' }).getByRole('button', { name: '101' }).click();
    const record = on.page.getByRole('form', { name: 'Record' });
    await record.getByLabel('firstname', { exact: true }).fill('Refused');
    await record.getByRole('button', { name: 'Save' }).click();
    await record.getByText('Saved.').waitFor();
    await open('Deliveries');
    const failed = on.page.getByRole('region', { name: 'Failed deliveries' });
    await failed.getByRole('cell', { name: 'main/renamed' }).waitFor();
    await failed.getByRole('button', { name: 'Show' }).click();
    await on.page.getByRole('region', { name: 'The delivery' }).getByText('Refused').waitFor();
    await failed.getByRole('button', { name: 'Replay' }).click();
    await on.page.getByText('The delivery failed again.').waitFor();
    await assertAccessible(on.page, 'deliveries');
    await failed.getByRole('button', { name: 'Replay' }).click();
    await on.page.getByText('The delivery was accepted.').waitFor();
    await on.page.getByText('No delivery has failed.').waitFor();
  });

  test('a webhook is sent as its sender signs it, and rejected with a flaw', async () => {
    await choose('renamed');
    await on.page.getByText('Send over HTTP').click();
    await on.page.getByLabel('Events').fill('{"propertyValue": "Sent"}');
    await on.page.getByLabel('Each twice').check();
    const responses = on.page.getByRole('region', { name: 'Responses' });
    await on.page.getByRole('button', { name: 'Send', exact: true }).click();
    await responses.getByText('"duplicate":true').waitFor();
    assert.deepEqual(await responses.getByRole('cell', { name: '200', exact: true }).count(), 2);
    await world.dev.wait('the trigger', ({ log }) => log?.message === 'renamed' && log.fields.to === 'Sent');
    for (const flaw of ['a wrong key', 'a time 6 minutes ahead', 'a time 6 minutes ago']) {
      await on.page.getByLabel('Sign with').selectOption(flaw);
      await on.page.getByRole('button', { name: 'Send', exact: true }).click();
      await responses.getByRole('cell', { name: '401' }).first().waitFor();
      await on.page
        .getByRole('region', { name: 'The signed text' })
        .getByText(/^POST.*\/webhooks\/crm\/renamed/)
        .waitFor();
    }
    await assertAccessible(on.page, 'sent webhooks');
  });

  test('the run of a webhook is run again, although its events were handled', async () => {
    await open('Runs');
    await on.page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: 'ok renamed' }).first().click();
    await on.page.getByRole('button', { name: 'Replay', exact: true }).click();
    await on.page.getByText('Ended with ok.').waitFor();
    const command = await on.page.getByRole('button', { name: 'Copy as command' }).first().getAttribute('title');
    assert.match(
      command,
      /^svc dev invoke main\/renamed --kind trigger --input '\[.*"propertyValue":"Sent".*' --again$/,
    );
  });

  test('a scheduled call is listed and cancelled', async () => {
    await choose('postpone');
    await on.page.getByRole('button', { name: 'Invoke' }).click();
    await answer().getByText('HTTP 200').waitFor();
    await open('Scheduled calls');
    const calls = on.page.getByRole('region', { name: 'Scheduled calls' });
    await calls.getByRole('cell', { name: 'main/remind' }).waitFor();
    await assertAccessible(on.page, 'scheduled calls');
    await calls.getByRole('button', { name: 'Cancel' }).click();
    await on.page.getByText('The call is cancelled.').waitFor();
    await on.page.getByText('No call is scheduled.').waitFor();
  });

  test('results are grouped, and an uncaught error is shown', async () => {
    await open('Results');
    const results = on.page.getByRole('region', { name: 'Results' });
    await results.getByRole('cell', { name: 'main/remind' }).waitFor();
    await on.page.getByLabel('By').selectOption('outcome');
    await results.getByRole('cell', { name: 'error', exact: true }).waitFor();
    const errors = on.page.getByRole('region', { name: 'Uncaught errors' });
    await errors.getByRole('row').filter({ hasText: 'Error: went wrong' }).getByRole('button').click();
    await on.page.getByRole('region', { name: 'The error' }).getByText('"message": "went wrong"').waitFor();
    await assertAccessible(on.page, 'results');
  });

  test('a flag is set, shown and deleted', async () => {
    await open('Flags');
    await on.page.getByText('The app has no flags.').waitFor();
    const flag = on.page.getByRole('form', { name: 'Flag' });
    await flag.getByLabel('Key').fill('calm');
    await flag.getByRole('button', { name: 'Save' }).click();
    const row = on.page.getByRole('region', { name: 'Flags' }).getByRole('row').filter({ hasText: 'calm' });
    await row.getByRole('cell', { name: 'boolean' }).waitFor();
    assert.equal(JSON.parse(world.dev.svc('dev', 'flags', 'show', 'calm')).default, 'on');
    world.dev.svc('dev', 'flags', 'set', 'calm', '"very"');
    await row.getByRole('cell', { name: 'string' }).waitFor();
    await row.getByRole('button', { name: 'Show' }).click();
    await on.page.waitForFunction(() => document.querySelector('#snapshot').value.includes('"very"'));
    await assertAccessible(on.page, 'flags');
    await flag.getByLabel('Snapshot').fill('{"type": "boolean"}');
    await flag.getByRole('button', { name: 'Save' }).click();
    await flag.getByText('status must be one of').waitFor();
    await flag.getByRole('button', { name: 'Delete' }).click();
    await on.page.getByText('The app has no flags.').waitFor();
  });

  test('the plan of an install is shown and set', async () => {
    await open('Billing');
    const meter = on.page.getByRole('region', { name: 'Meters' }).getByRole('row').filter({ hasText: 'reminders' });
    await meter.getByRole('cell', { name: '10', exact: true }).waitFor();
    const state = on.page.getByRole('form', { name: 'Billing state' });
    await state
      .getByLabel('State')
      .fill('{"plan": "team", "status": "active", "periodStart": null, "periodEnd": null}');
    await state.getByRole('button', { name: 'Save' }).click();
    await state.getByText('Saved.').waitFor();
    await meter.getByRole('cell', { name: 'none' }).waitFor();
    await assertAccessible(on.page, 'billing');
    assert.equal(JSON.parse(world.dev.svc('dev', 'billing', 'show', '--json')).billing.plan, 'team');
    await state.getByLabel('State').fill('{"plan": "gold"}');
    await state.getByRole('button', { name: 'Save' }).click();
    await state.getByText('plan is "gold", which is not in the billing catalog').waitFor();
  });

  test('an install is configured, and the one of static auth is not suspended', async () => {
    await open('State');
    const config = on.page.getByRole('form', { name: 'Config' });
    await config.getByLabel('Config').fill('{"region": "eu"}');
    await config.getByRole('button', { name: 'Save' }).click();
    await config.getByText('Saved.').waitFor();
    await on.page.getByRole('region', { name: 'The install' }).getByText('"region": "eu"').waitFor();
    await on.page.getByRole('button', { name: 'Suspend' }).click();
    await on.page.getByText('the install of an app with static auth is always active').waitFor();
  });

  test('the stored state is shown', async () => {
    await choose('remind');
    await on.page.getByLabel('Tone').selectOption('firm');
    await on.page.getByRole('button', { name: 'Invoke' }).click();
    await output().getByText('"count"').waitFor();
    await open('State');
    await on.page.getByRole('region', { name: 'The install' }).getByText('"state": "active"').waitFor();
    const row = on.page.getByRole('row').filter({ hasText: 'InstallActor/static' });
    await row.getByRole('button', { name: 'Show' }).click();
    await on.page.getByRole('region', { name: 'InstallActor/static' }).getByText('"s/reminders"').waitFor();
    assert.equal(await on.page.getByRole('button', { name: 'Erase' }).isDisabled(), true);
    await assertAccessible(on.page, 'the state');
  });
}
