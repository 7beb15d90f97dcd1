// Measures the dashboard in Chromium against a real `svc dev`: make bench. It fails if a goal is missed.
//
// A page of a new browser profile is opened several times, until its first paint and until it shows the app. Then, in
// several pages, 10,000 log lines come to the section of the logs, and the longest task of each page counts. It prints
// medians.

import { launch } from './launch.js';
import { startSvcDev } from './svc-dev.js';

/** How often the page is opened. */
const OPENINGS = 9;

/** The goal of the first paint, in ms. */
const PAINT = 300;

/** The goal of the longest task, in ms. Browsers report tasks from this length on, because users notice them. */
const TASK = 50;

/** How many pages get log lines, and how many. */
const PAGES = 5;
const LINES = 10_000;

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

async function open(browser, dev) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(dev.dashboard);
  await page.getByRole('heading', { level: 1, name: 'Browser' }).waitFor();
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    app: performance.now(),
  }));
  return { context, page, ...times };
}

async function longestTask(dev, page) {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('list', { name: 'Log lines' }).waitFor();
  await page.evaluate(() => {
    globalThis.longest = 0;
    const observer = new PerformanceObserver((list) => {
      globalThis.longest = Math.max(globalThis.longest, ...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ entryTypes: ['longtask'] });
  });
  const entries = JSON.stringify(Array.from({ length: 100 }, () => ({ level: 'info', message: 'one of many' })));
  for (let sent = 0; sent < LINES; sent += 100) {
    await fetch(dev.logUrl, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: entries });
  }
  await page.waitForFunction(
    (lines) => Number.parseInt(document.querySelector('output').textContent, 10) >= lines,
    LINES,
  );
  for (const text of ['many', '']) {
    await page.getByLabel('Search').fill(text);
  }
  await page.getByRole('region', { name: 'Log lines' }).evaluate((box) => box.scrollTo(0, 0));
  return page.evaluate(() => globalThis.longest);
}

function compare(name, ms, goal) {
  const time = ms === 0 ? `under ${goal} ms` : `${ms.toFixed(0)} ms`;
  console.log(`${name.padEnd(50)} ${time.padStart(12)}   goal ${goal} ms${ms > goal ? ': MISSED' : ''}`);
  process.exitCode ||= ms > goal ? 1 : 0;
}

const dev = await startSvcDev();
const browser = await launch();
try {
  const [paints, apps] = [[], []];
  for (let i = 0; i < OPENINGS; i++) {
    const { context, paint, app } = await open(browser, dev);
    paints.push(paint);
    apps.push(app);
    await context.close();
  }
  compare('dashboard, first paint', median(paints), PAINT);
  console.log(`${'dashboard, with the app'.padEnd(50)} ${`${median(apps).toFixed(0)} ms`.padStart(12)}`);
  const tasks = [];
  for (let i = 0; i < PAGES; i++) {
    const { context, page } = await open(browser, dev);
    tasks.push(await longestTask(dev, page));
    await context.close();
  }
  compare(`dashboard, longest task with ${LINES} log lines`, median(tasks), TASK);
} finally {
  await browser.close();
  await dev.stop();
}
