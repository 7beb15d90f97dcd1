// The browser of the tests and of the bench.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';

/** How long to wait for what a page or a server does, in ms. A limit for tests that hang: a busy machine takes long. */
export const PATIENCE = 180_000;

/** Starts a browser that resolves names of hosts by these rules. */
export function launch(hostRules = 'MAP * ~NOTFOUND, EXCLUDE localhost') {
  if (!existsSync(executablePath)) {
    throw new Error(`no browser at ${executablePath}: run 'make browser', or set CHROMIUM to the path of a Chromium`);
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=${hostRules}`,
    ],
  });
}

/** Opens a page with a window of its own, whose waits end after PATIENCE. */
export async function openPage(browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
}
