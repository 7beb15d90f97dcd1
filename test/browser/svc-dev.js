// A real `svc dev` on a copy of an app.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PATIENCE } from './launch.js';

const root = join(import.meta.dirname, '../..');
const svc = join(root, 'bin/svc');

/** CRM_CLIENT_SECRET of the app. */
export const SECRET = 'the-secret-of-the-tests';

/** Copies an app, by default that in app/, and starts the server on it. The app's secret is SECRET. */
export async function startSvcDev(app = join(import.meta.dirname, 'app')) {
  const dir = mkdtempSync(join(tmpdir(), 'svc browser #1?%20-')); // nothing may break a name that a URL would
  cpSync(app, dir, { recursive: true });
  writeFileSync(join(dir, '.dev.vars'), `CRM_CLIENT_SECRET=${SECRET}\n`);
  const process = spawn(svc, ['dev', '--json', '--port', '0', '--svc-log-port', '0'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise((resolve) => process.once('exit', resolve));
  const events = [];
  let waiters = [];
  createInterface({ input: process.stdout }).on('line', (line) => {
    const event = JSON.parse(line);
    events.push(event);
    waiters = waiters.filter((settled) => !settled(event));
  });

  /** Returns the first event that `wanted` accepts, of those that came and will come. */
  function wait(what, wanted) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const seen = events.map((event) => JSON.stringify(event).slice(0, 200)).join('\n');
        reject(new Error(`${what}: no such event in\n${seen}`));
      }, PATIENCE);
      const settled = (event) => {
        if (!wanted(event)) {
          return false;
        }
        clearTimeout(timer);
        resolve(event);
        return true;
      };
      if (!events.some(settled)) {
        waiters.push(settled);
      }
    });
  }

  const { origin, logs, dashboard } = await wait('svc dev is ready', ({ event }) => event === 'ready');
  await wait('the app is served', ({ event }) => event === 'round');
  return {
    dir,
    origin,
    logs,
    dashboard,
    logUrl: `${logs}/__svc/log`,
    wait,
    /** Runs a command in the folder of the app. @throws with its messages if it fails */
    svc: (...args) => execFileSync(svc, args, { cwd: dir, encoding: 'utf8', stdio: 'pipe' }),
    /** The entries of cards that have arrived. */
    entries: () => events.filter(({ event }) => event === 'card').map(({ card }) => card),
    /** Returns the entry with a message. */
    entry: async (message) => (await wait(message, ({ card }) => card?.message === message)).card,
    async stop() {
      process.kill('SIGINT');
      await exit;
      rmSync(dir, { recursive: true });
    },
  };
}
