// The tests of cards in Chromium, against a real `svc dev`: make browser. One browser serves all cases.
//
// CHROMIUM is the path of the browser. Default: that of Debian's package. PART names one part of the cases to run.
// PICTURES=write writes the pictures of the documentation.

import { after, before, describe } from 'node:test';
import { selectors } from 'playwright-core';
import { accessCases } from './access.js';
import { cardLogCases } from './card-logs.js';
import { dashboardCases } from './dashboard.js';
import { dashboardInstallCases } from './dashboard-installs.js';
import { dashboardUnloadedCases } from './dashboard-unloaded.js';
import { flagCases } from './flags.js';
import { launch, openPage } from './launch.js';
import { servePages } from './pages.js';
import { pictureCases } from './pictures.js';
import { previewCases } from './preview.js';
import { previewComponentCases } from './preview-components.js';
import { startSvcDev } from './svc-dev.js';
import { beginTimedLogs, endTimedLogs } from './timed-logs.js';

/** A name of the web that leads to this machine, as a DNS rebinding attack does. */
const FOREIGN = 'evil.example';

/** The parts of the cases, in the order in which they run. */
const PARTS = {
  logs: cardLogCases,
  flags: flagCases,
  components: previewComponentCases,
  preview: previewCases,
  access: accessCases,
  dashboard(world) {
    dashboardCases(world);
    dashboardInstallCases(world);
    dashboardUnloadedCases(world);
  },
  pictures: pictureCases,
};

/** What the cases share. Its members are set before the first case. */
const world = { foreign: FOREIGN };

describe('cards in Chromium', () => {
  before(async () => {
    selectors.setTestIdAttribute('data-test-id'); // that of the renderer of cards
    world.dev = await startSvcDev();
    world.dev.svc('build', '--out', 'built'); // the cards, as the CRM gets them
    world.pages = await servePages(world.dev);
    const { port } = new URL(world.dev.logs);
    // The default log port leads to that of this server, which is free of conflicts.
    world.browser = await launch(
      `MAP ${FOREIGN} 127.0.0.1, MAP 127.0.0.1:9099 127.0.0.1:${port}, MAP *.example.com ~NOTFOUND`,
    );
    world.open = () => openPage(world.browser);
    world.timed = await world.open();
    world.page = await world.open();
    await world.page.clock.install();
  });

  after(async () => {
    await world.browser?.close();
    world.pages?.close();
    await world.dev?.stop();
  });

  beginTimedLogs(world);
  const part = process.env.PART;
  for (const cases of part === undefined ? Object.values(PARTS) : [PARTS[part]]) {
    cases(world);
  }
  endTimedLogs(world);
});
