/** Type tests of what cards import. They are compiled and never run. */

import {
  createFlagsSnapshotProvider,
  DEFAULT_SVC_DEV_LOG_URL,
  type disableSvcDev,
  enableSvcDev,
  logger,
  type UiLogger,
} from '../../src/ui/index.ts';
import type { Equal, Expect } from './expect.ts';

export type Logger = Expect<Equal<UiLogger, Record<'debug' | 'info' | 'warn' | 'error', (message: string) => void>>>;
export type Enable = Expect<Equal<Parameters<typeof enableSvcDev>, [url?: string]>>;
export type Disable = Expect<Equal<Parameters<typeof disableSvcDev>, []>>;

for (const level of ['debug', 'info', 'warn', 'error'] as const) {
  logger[level]('a text');
  // @ts-expect-error one argument
  logger[level]('a text', { more: 1 });
  // @ts-expect-error a text
  logger[level](new Error('no text'));
}
enableSvcDev(DEFAULT_SVC_DEV_LOG_URL);

const flags = createFlagsSnapshotProvider({ values: {} });
export const values: [boolean, string, number, { wide: boolean }] = [
  flags.getBoolean('a', false),
  flags.getString('a', ''),
  flags.getNumber('a', 0),
  flags.getJson('a', { wide: true }),
];
// @ts-expect-error evaluate is synchronous
flags.evaluate(['a']).then(() => {});
