import { watchTimers } from '../worker/invocation/left-timers.ts';
import { timersExtension } from '../worker/invocation/timers-extension.ts';

/** Adds the warning of timers that handlers leave behind. */
export function extend(): void {
  if (timersExtension.found === undefined) {
    timersExtension.add(watchTimers());
  }
}
