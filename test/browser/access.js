import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Routes that change something: of the tool, of the emulated CRM, and of the app. */
const ROUTES = ['/_svc/dev/tick', '/_svc/dev/invoke', '/_svc/crm/crm/v3/objects/contacts', '/webhooks/crm'];

/** Sends a request from a page. Returns the status, or the name of the error if the page cannot read the response. */
function send(page, url, init) {
  return page.evaluate(
    ([to, options]) =>
      fetch(to, { method: 'POST', body: '{}', ...options }).then(
        ({ status }) => status,
        ({ name }) => name,
      ),
    [url, init],
  );
}

/** What pages of other origins can do to the server: nothing. */
export function accessCases(world) {
  const token = { headers: { authorization: 'Bearer x', 'content-type': 'application/json' } };

  test('a name that was rebound to this machine reaches no route', async () => {
    const page = await world.open();
    const { port } = new URL(world.dev.origin);
    const opened = await page.goto(`http://${world.foreign}:${port}/_svc/health`);
    assert.equal(opened.status(), 403);
    for (const route of ROUTES) {
      assert.equal(await send(page, route, {}), 403, route);
      assert.equal(await send(page, route, token), 403, route);
    }
    await page.close();
  });

  for (const [name, host] of [
    ['another site', 'foreign'],
    ['another port of this machine', 'localhost'],
  ]) {
    test(`a page of ${name} calls no route of the tool`, async () => {
      const page = await world.open();
      await page.goto(`http://${host === 'foreign' ? world.foreign : host}:${world.pages.port}/empty.html`);
      for (const route of ROUTES.slice(0, 3)) {
        const url = world.dev.origin + route;
        assert.equal(await send(page, url, token), 'TypeError', `${route} with a preflight`);
        const [response] = await Promise.all([page.waitForResponse(url), send(page, url, { mode: 'no-cors' })]);
        assert.equal(response.status(), 403, `${route} without a preflight`);
      }
      await page.close();
    });

    test(`a form of ${name} calls no route of the tool`, async () => {
      const page = await world.open();
      await page.goto(`http://${host === 'foreign' ? world.foreign : host}:${world.pages.port}/empty.html`);
      const url = `${world.dev.origin}/_svc/dev/tick`;
      const submit = page.evaluate((action) => {
        const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype: 'text/plain' });
        const field = Object.assign(document.createElement('input'), { name: '{"by":"1h","x":"', value: '"}' });
        form.append(field);
        document.body.append(form);
        form.submit();
      }, url);
      const [response] = await Promise.all([page.waitForResponse(url), submit]);
      assert.equal(response.status(), 403);
      await page.close();
    });
  }

  test('a page of the server itself is not refused as foreign', async () => {
    const page = await world.open();
    await page.goto(`${world.dev.origin}/_svc/health`);
    assert.equal(await send(page, '/_svc/dev/tick', {}), 401); // the token is missing
    await page.close();
  });
}
