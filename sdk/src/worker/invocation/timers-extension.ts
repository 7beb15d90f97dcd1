import { Extension } from '../../platform/extension.ts';
import type { watchTimers } from './left-timers.ts';

/** What warns of timers that a handler leaves behind. */
export const timersExtension = /* @__PURE__ */ new Extension<ReturnType<typeof watchTimers>>('timers', 'setTimeout');
