/** Marks a timer of the runtime: the first argument after the delay. Only timers of handlers are counted. */
export const OWN_TIMER = {};
