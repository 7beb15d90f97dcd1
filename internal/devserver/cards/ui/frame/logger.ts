/** The platform's logger, which `logger` of `@svc/sdk/ui` finds as a global. */

import { tell } from './channel.ts';

const write = (level: 'debug' | 'info' | 'warn' | 'error') => (message: unknown) => {
  console[level](message);
  tell('log', { level, message: String(message) });
};

export const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };

/**
 * Makes the logger a global. The page delivers its entries at once, so those that the SDK forwards are redundant. The
 * frame has no network for them, either.
 */
export function installLogger(): void {
  Object.assign(globalThis, { logger });
  navigator.sendBeacon = () => true;
}
