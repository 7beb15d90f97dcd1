import type { Logger } from '../context/logger.ts';
import type { RecordedOutcome } from '../platform/observation.ts';

/** How code inside an invocation reports to it. */
export interface InvocationReport {
  /** The logger of the invocation. */
  readonly logger: Logger;
  /** Reports an uncaught error. */
  uncaught(thrown: unknown): void;
  /** Records the end of the invocation. Call it once. */
  end(outcome: RecordedOutcome, httpStatus: number, backpressure: boolean): void;
}
