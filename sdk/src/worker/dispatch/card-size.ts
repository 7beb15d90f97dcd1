/** Warns of a card's response that the CRM does not pass on. */

import { concat } from '../../platform/bytes.ts';
import type { Invocation } from '../invocation/invocation.ts';

/** Largest response of a card backend that the CRM accepts, in bytes: 1 MiB. */
const MAX_CARD_BYTES = 1_048_576;

/** Longest UTF-8 form of a character, in bytes per UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** Logs a warning if the response is larger than the CRM accepts: the card sees only that its call failed. */
export function warnOfSize({ logger }: Invocation, text: string): void {
  const bytes = text.length * BYTES_PER_UNIT > MAX_CARD_BYTES ? concat([text]).length : 0;
  if (bytes > MAX_CARD_BYTES) {
    logger.warn(
      `the response has ${bytes} bytes, and the CRM accepts at most ${MAX_CARD_BYTES} from a card backend: return a page`,
    );
  }
}
