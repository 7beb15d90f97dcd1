import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hold } from './hold.js';
import { startSvcDev } from './svc-dev.js';

/** Where svc dev serves the page of a card. */
const pageOf = (dev, card, query = '') => `${dev.origin}/_svc/dev/cards/${card}${query}`;

/** The preview of cards by a real `svc dev`. */
export function previewCases(world) {
  let page;
  /** Opens the page of a card, and returns the locator of its frame's content. */
  async function open(card, query) {
    page ??= await world.open();
    await page.goto(pageOf(world.dev, card, query));
    return shown();
  }
  /** Waits until the card is rendered. */
  async function shown() {
    await page.locator('#card iframe[data-ready]').waitFor();
    return page.frameLocator('#card iframe');
  }
  const click = (frame, name) => frame.getByRole('button', { name, exact: true }).click();
  const answer = (frame, text) => frame.getByTestId('answer').filter({ hasText: text }).waitFor();
  const failure = (text) => page.locator('#failures li').filter({ hasText: text });
  /** Replaces a text in a file of the app. Returns the former text of the file. */
  const edit = (file, from, to) => {
    const path = join(world.dev.dir, file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from), `${file} has ${from}`);
    writeFileSync(path, text.replace(from, to));
    return text;
  };

  test('a card is rendered with a record of the emulated CRM', async () => {
    const frame = await open('order');
    await frame.getByRole('heading', { name: 'Order for 101' }).waitFor();
    await frame.getByTestId('where').filter({ hasText: 'crm.record.tab 1000001 maria.santos@' }).waitFor();
    assert.equal(await frame.getByTestId('markup').textContent(), '</script><!-- <script>');
    await click(frame, 'Count');
    await frame.getByTestId('count').filter({ hasText: '1' }).waitFor();
    await click(frame, 'Alert');
    await page.locator('#alerts li', { hasText: 'Saved' }).waitFor();
  });

  test('the frame of a card has no origin, no network and no access to its page', async () => {
    await open('order');
    assert.equal(await page.locator('#card iframe').getAttribute('sandbox'), 'allow-scripts');
    const seen = await page.frames()[1].evaluate(
      async (url) => {
        const attempt = async (run) => {
          try {
            return await run();
          } catch ({ name }) {
            return name;
          }
        };
        return {
          origin: globalThis.origin,
          parent: await attempt(() => parent.document.title),
          storage: await attempt(() => localStorage.length),
          network: await attempt(() => fetch(url)),
        };
      },
      pageOf(world.dev, 'order'),
    );
    assert.deepEqual(seen, { origin: 'null', parent: 'SecurityError', storage: 'SecurityError', network: 'TypeError' });
    await failure(/blocked http.*call the fetch function of the UI package/).waitFor();
  });

  test('pages of other origins and names that were rebound cannot use a preview', async () => {
    const { port } = new URL(world.dev.origin);
    page ??= await world.open();
    const rebound = await page.goto(`http://${world.foreign}:${port}/_svc/dev/cards/order`);
    assert.equal(rebound.status(), 403);

    await page.goto(`http://localhost:${world.pages.port}/empty.html`);
    const route = pageOf(world.dev, 'order/choices');
    const [response, seen] = await Promise.all([
      page.waitForResponse(route),
      page.evaluate(
        (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).then(({ type }) => type),
        route,
      ),
    ]);
    assert.deepEqual([response.status(), seen], [403, 'opaque']);

    await page.evaluate(
      (url) => {
        const frame = document.createElement('iframe');
        frame.src = url;
        return new Promise((resolve) => {
          frame.onload = resolve;
          document.body.append(frame);
        });
      },
      pageOf(world.dev, 'order'),
    );
    assert.equal(await page.frameLocator('iframe').locator('#card').count(), 0);
  });

  test('the page keeps the record that was chosen', async () => {
    const first = await open('order');
    await first.getByRole('heading', { name: 'Order for 101' }).waitFor();
    await page.getByLabel('Record').selectOption('102');
    await (await shown()).getByRole('heading', { name: 'Order for 102' }).waitFor();
    await page.reload();
    await (await shown()).getByRole('heading', { name: 'Order for 102' }).waitFor();
    await page.getByLabel('Object type').selectOption('companies');
    await (await shown()).getByRole('heading', { name: 'Order for 2' }).waitFor();
  });

  test('a card calls its backend by the signed route of production', async () => {
    const frame = await open('order');
    await frame.getByLabel('Name').fill('a chair');
    await click(frame, 'Order');
    await answer(frame, '{"ordered":"a chair","email":"maria.santos@northwind.example","portal":1000001}');
    const request = await world.dev.wait('its request', (e) => e.event === 'request' && e.path === '/_svc/cards/order');
    assert.deepEqual([request.method, request.status], ['POST', 200]);
    assert.match(request.host, /^main\.localhost:/);
  });

  test('one trace id goes from the click through the backend, its calls to the CRM and the log', async () => {
    const frame = await open('order');
    await frame.getByLabel('Name').fill('a lamp');
    await click(frame, 'Order');
    await answer(frame, 'a lamp');
    const { trace, invocation } = await world.dev.wait(
      'the log line of the backend',
      (e) => e.event === 'log' && e.log.message === 'order received' && e.log.fields?.name === 'a lamp',
    );
    assert.match(trace, /^[0-9a-f]{32}$/);
    const ofTrace = (event) => world.dev.wait(`the ${event}`, (e) => e.event === event && e.trace === trace);
    assert.equal((await ofTrace('request')).invocation, invocation);
    const { call, ...of } = await ofTrace('call');
    assert.deepEqual([of.invocation, call.method, call.status], [invocation, 'GET', 200]);
    assert.match(call.path, /^\/crm\/v3\/objects\/contacts\/101\?/);
    const messages = ['ordering', 'ordered'];
    for (const message of messages) {
      await world.dev.wait(message, ({ card }) => card?.message === message && card.trace === trace);
    }
    const shown = await page.locator('#log li').allTextContents();
    assert.deepEqual(
      shown,
      messages.map((message) => `info${message}${trace.slice(0, 8)}`),
    );
    const [first, second] = world.dev.entries().filter((entry) => entry.trace === trace);
    assert.deepEqual([first.invocation, second.invocation], [undefined, invocation]);

    await click(frame, 'Order');
    await page.locator('#log li').nth(3).waitFor();
    const { card: third } = await world.dev.wait(
      'the next click',
      ({ card }) => card?.message === 'ordering' && card.session === first.session && card.trace !== trace,
    );
    assert.match(third.trace, /^[0-9a-f]{32}$/);
  });

  test('many log entries arrive in order, and in few requests', async () => {
    const frame = await open('order');
    const posts = [];
    page.on('request', (request) => request.url().endsWith('/order/log') && posts.push(request));
    const release = await hold(page, '**/order/log'); // a slow card logs for longer than the entries wait for others
    await click(frame, 'Log many');
    await page.locator('#log li', { hasText: 'many 249' }).waitFor();
    release();
    await world.dev.entry('many 249');
    const many = world.dev.entries().filter(({ message }) => message.startsWith('many '));
    assert.deepEqual(
      many.map(({ message }) => message),
      Array.from({ length: 250 }, (_, i) => `many ${i}`),
    );
    assert.ok(posts.length <= 5, `${posts.length} requests`);
    page.removeAllListeners('request');
    await page.unrouteAll();
  });

  test('the log says how many entries of a card were dropped, and cuts long ones', async () => {
    const dev = await startSvcDev(); // its entries would push those of the others out of what a server keeps
    const own = await world.open();
    try {
      await own.goto(pageOf(dev, 'order'));
      await own.locator('#card iframe[data-ready]').waitFor();
      const frame = own.frameLocator('#card iframe');
      // No entry leaves before all are there: those of a slow card would leave as fast as it logs, and none be dropped.
      const release = await hold(own, '**/order/log');
      await click(frame, 'Log endless');
      await own.locator('#log li', { hasText: 'endless 11999' }).waitFor();
      release();
      await dev.entry('endless 11999');
      const arrived = dev.entries().filter(({ message }) => message.startsWith('endless '));
      const dropped = dev
        .entries()
        .map(({ message }) => /^(\d+) older entries were dropped/.exec(message)?.[1])
        .filter((count) => count !== undefined);
      assert.ok(dropped.length > 0);
      assert.equal(
        dropped.reduce((sum, count) => sum + Number(count), arrived.length),
        12_000,
      );
      await click(frame, 'Log long');
      await dev.wait('the last', ({ card }) => card?.message.startsWith('long 99 '));
      const long = dev.entries().filter(({ message }) => message.startsWith('long '));
      assert.equal(long.length, 100);
      assert.ok(long.every(({ message }) => /^long \d+ ü{8000,}… \[cut: 3\d{4} characters\]$/.test(message)));
    } finally {
      await own.close();
      await dev.stop();
    }
  });

  test('a card reaches only what the app permits', async () => {
    const frame = await open('order');
    for (const button of ['Not permitted', 'Dots']) {
      await click(frame, button);
      await answer(frame, 'cannot reach https://api.example.com/v10');
    }
    const shown = failure('add "https://api.example.com" to permittedUrls.fetch of the app');
    await shown.first().waitFor();
    for (let n = 0; n < 25; n++) {
      await Promise.all([page.waitForResponse(/\/order\/fetch$/), click(frame, 'Not permitted')]);
    }
    await click(frame, 'Alert');
    await page.locator('#alerts li', { hasText: 'Saved' }).waitFor();
    assert.equal(await shown.count(), 20);
  });

  test('an error has its place in the source', async () => {
    const frame = await open('order');
    await click(frame, 'Explode');
    const item = failure('TypeError: exploded in a handler');
    await item.waitFor();
    const frames = await item.locator('code').allTextContents();
    assert.equal(frames[0], 'src/cards/parts/explode.ts:3:9');
    assert.match(frames[1], /^src\/cards\/Order\.tsx:\d+:\d+$/);
    const entry = await world.dev.entry('TypeError: exploded in a handler (src/cards/parts/explode.ts:3:9)');
    assert.deepEqual([entry.card, entry.level], ['order', 'error']);
  });

  test('an error of a component and of a module has its place, too', async () => {
    const frame = await open('order');
    await click(frame, 'Explode in a component');
    const inComponent = failure('TypeError: exploded in a component');
    await inComponent.locator('code', { hasText: 'src/cards/parts/explode.ts:3:9' }).waitFor();
    await frame.getByText('The card has failed.').waitFor();

    const text = edit(
      'src/cards/parts/explode.ts',
      '/** Throws',
      "throw new RangeError('exploded at import');\n/** Throws",
    );
    const atImport = failure('RangeError: exploded at import');
    await atImport.locator('code', { hasText: 'src/cards/parts/explode.ts:1:7' }).waitFor();
    writeFileSync(join(world.dev.dir, 'src/cards/parts/explode.ts'), text);
    await (await shown()).getByRole('heading', { name: 'Order for 101' }).waitFor();
  });

  test('an element of HTML is shown as an error with its place, also one of React.createElement', async () => {
    const frame = await open('order');
    await frame.getByRole('button', { name: 'HTML', exact: true }).click();
    const box = frame.getByRole('alert', { name: 'section' });
    assert.equal(await box.textContent(), 'the CRM does not render <section>: use Box or Flex of "@crm/ui-extensions"');
    assert.equal(await frame.getByText('within the element').count(), 0);
    await frame.getByRole('alert', { name: 'blink' }).filter({ hasText: 'use a component of' }).first().waitFor();
    assert.equal(await frame.getByRole('alert', { name: 'blink' }).count(), 2);
    const [place] = await failure('does not render <section>').locator('code').allTextContents();
    assert.match(place, /^src\/cards\/Order\.tsx:\d+:\d+$/);
    assert.equal(await failure('does not render <blink>').count(), 1);
    await frame.getByTestId('count').waitFor(); // the rest of the card stays
  });

  test('the flags of a backend reach the card', async () => {
    const frame = await open('panel');
    const outer = frame.getByTestId('outer').filter({ hasText: '"isLoading":false' });
    const { title, ...flags } = JSON.parse(await outer.textContent());
    assert.deepEqual([flags.compact, title], [true, 5]);
  });

  test('a worker file that does not load is named on the page until it does', async () => {
    await open('order');
    const stale = page.getByRole('alert').filter({ hasText: 'Serving the last version that loads of' });
    const text = edit('src/workers/main.ts', "defineWorker('main');", "defineWorker('main'");
    await stale.filter({ hasText: 'src/workers/main.ts' }).waitFor();
    writeFileSync(join(world.dev.dir, 'src/workers/main.ts'), text);
    await stale.waitFor({ state: 'detached' });
  });

  test('a card that reloads the page without end is stopped, and the log says so', async () => {
    const start = 'crm.extend(({ context, actions }) => ';
    const text = edit('src/cards/Order.tsx', start, `${start}actions.reloadPage() ?? `);
    page ??= await world.open();
    const loads = [];
    page.on('load', () => loads.push(1));
    await page.goto(pageOf(world.dev, 'order'));
    const message = 'the card reloaded the page 10 times within 60 s';
    await page.locator('#log li', { hasText: message }).waitFor();
    await world.dev.wait('the entry', ({ card }) => card?.message.startsWith(message));
    await (await shown()).getByTestId('count').waitFor(); // the card stays
    assert.equal(loads.length, 11);
    writeFileSync(join(world.dev.dir, 'src/cards/Order.tsx'), text);
    await page.evaluate(() => sessionStorage.clear());
  });

  test('a saved card is shown again with its record, and a mistake with its place', async () => {
    const frame = await open('order', '?objectType=contacts&record=103&portal=1000001');
    await frame.getByRole('heading', { name: 'Order for 103' }).waitFor();
    edit('src/cards/Order.tsx', 'Order for {', 'Purchase for {');
    await (await shown()).getByRole('heading', { name: 'Purchase for 103' }).waitFor();
    edit('src/cards/Order.tsx', '<Heading>', '<Heading');
    await page
      .frameLocator('#card iframe')
      .locator('#build-error', { hasText: /src\/cards\/Order\.tsx:\d+:\d+: / })
      .waitFor();
    edit('src/cards/Order.tsx', '<Heading', '<Heading>');
    await (await shown()).getByRole('heading', { name: 'Purchase for 103' }).waitFor();
  });
}
