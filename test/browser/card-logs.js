import assert from 'node:assert/strict';
import { test } from 'node:test';
import { log } from './log.js';

/** How long the first entry of a batch waits, in ms. */
const CADENCE = 5_000;

/** Leaves a page, which flushes its entries. */
const leave = (page) => page.goto('about:blank');

/** Posts an entry by a request of its own. Returns the status, or the name of the error if the page cannot read it. */
function post(frame, url, message) {
  const body = JSON.stringify([{ level: 'info', message }]);
  return frame.evaluate(
    ([to, text]) =>
      fetch(to, { method: 'POST', body: text }).then(
        ({ status }) => status,
        ({ name }) => name,
      ),
    [url, body],
  );
}

/** The cases share one page with a clock that they move, so that no timer fires by itself. */
export function cardLogCases(world) {
  const at = (host, path = '/react18.html') => `http://${host}:${world.pages.port}${path}`;
  const open = () => world.page.goto(at('localhost'));
  /** Messages that must not arrive. */
  const refused = [];
  const mustNotArrive = (message) => {
    refused.push(message);
    return message;
  };
  const entryOf = (message) => world.dev.entries().find((entry) => entry.message === message);

  test('a page that is left flushes its entries', async () => {
    await open();
    await world.page.evaluate(() => {
      for (const level of ['debug', 'info', 'warn', 'error']) {
        globalThis.card.logger[level](`left at ${level}`);
      }
    });
    await leave(world.page);
    const { card, level, session } = await world.dev.entry('left at error');
    assert.deepEqual([card, level], ['panel', 'error']);
    const first = entryOf('left at debug');
    assert.deepEqual([first.level, first.session], ['debug', session]);
  });

  test('a page that is hidden flushes its entries', async () => {
    await open();
    await log(world.page, 'hidden');
    await world.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await world.dev.entry('hidden');
  });

  test('entries name the backend call that they follow, and each load has its own session', async () => {
    await open();
    await world.page.evaluate(async () => {
      globalThis.card.logger.info('before the call');
      await globalThis.card.callPanel({});
      globalThis.card.logger.info('after the call');
      await globalThis.card.callPanel({ fails: true }).catch(() => {});
      globalThis.card.logger.info('after the failure');
    });
    await leave(world.page);
    const failed = await world.dev.entry('after the failure');
    const after = entryOf('after the call');
    assert.equal(entryOf('before the call').invocation, undefined);
    assert.notEqual(after.invocation, failed.invocation);
    for (const { invocation } of [after, failed]) {
      const { log: line } = await world.dev.wait('its log', (e) => e.event === 'log' && e.invocation === invocation);
      assert.equal(line.message, 'in the backend');
      const request = await world.dev.wait('its request', (e) => e.event === 'request' && e.invocation === invocation);
      assert.match(request.path, /\/_svc\/cards\/panel$/);
    }
    assert.equal(after.session, failed.session);
    assert.notEqual(after.session, entryOf('hidden').session);
  });

  test('disableSvcDev stops a card whose bundle is from localhost', async () => {
    await open();
    await log(world.page, mustNotArrive('before disableSvcDev'));
    await world.page.evaluate(() => globalThis.card.disableSvcDev());
    await log(world.page, mustNotArrive('after disableSvcDev'));
    await leave(world.page);
  });

  test('enableSvcDev forwards from a page that is not at localhost itself', async () => {
    await world.page.goto(at('cards.localhost'));
    await log(world.page, mustNotArrive('before enableSvcDev'));
    await log(world.page, 'after enableSvcDev', world.dev.logUrl);
    await leave(world.page);
    await world.dev.entry('after enableSvcDev');
  });

  test('a page of another origin is refused, even if its name leads to this machine', async () => {
    const { page, dev, foreign } = world;
    await page.goto(at(foreign));
    await log(page, mustNotArrive('the bundle is not from localhost'));
    const thrown = await page.evaluate((url) => {
      try {
        globalThis.card.enableSvcDev(url);
        return '';
      } catch ({ message }) {
        return message;
      }
    }, `http://${foreign}:9099/__svc/log`);
    assert.match(thrown, /use an http URL whose host is localhost, 127\.0\.0\.1 or ::1/);

    assert.equal(await post(page, dev.logUrl, mustNotArrive('foreign post')), 'TypeError');
    await log(page, mustNotArrive('foreign beacon'), dev.logUrl);
    const [beacon] = await Promise.all([page.waitForResponse(dev.logUrl), page.clock.fastForward(CADENCE)]);
    assert.equal(beacon.status(), 403);
  });

  test('a name that was rebound to this machine reads and writes nothing', async () => {
    const { port } = new URL(world.dev.logs);
    const response = await world.page.goto(`http://${world.foreign}:${port}/`);
    assert.equal(response.status(), 403);
    assert.equal(await post(world.page, '/__svc/log', mustNotArrive('rebound')), 403);
  });

  test('a page of this machine cannot read the logs, and a sandboxed frame cannot write them', async () => {
    await open();
    const read = await world.page.evaluate((url) => fetch(url).catch(({ name }) => name), `${world.dev.logs}/`);
    assert.equal(read, 'TypeError');
    await world.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      frame.srcdoc = '<p>sandboxed</p>';
      document.body.append(frame);
    });
    await world.page.frameLocator('iframe').locator('p').waitFor();
    const seen = await post(world.page.frames()[1], world.dev.logUrl, mustNotArrive('sandboxed'));
    assert.equal(seen, 'TypeError');
  });

  test('no entry has arrived that was refused', async () => {
    await open();
    await log(world.page, 'after all others');
    await leave(world.page);
    await world.dev.entry('after all others');
    assert.deepEqual(refused.filter(entryOf), []);
  });
}
