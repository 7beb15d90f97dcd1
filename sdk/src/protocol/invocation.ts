/** What code that runs within an invocation reports to it. */

import type { Logger } from '../context/logger.ts';
import type { RecordedOutcome } from '../platform/observation.ts';

export interface InvocationReport {
  readonly logger: Logger;
  /** Reports an uncaught throw to the app's author. */
  uncaught(thrown: unknown): void;
  /** Records the end. Called once. */
  end(outcome: RecordedOutcome, httpStatus: number, backpressure: boolean): void;
}
