/**
 * Warns of timers that a handler leaves behind: the edge platform cancels them when the response is sent, while a
 * developer's machine runs them. A timer belongs to the invocations that were active when it was set. If several were,
 * the last one that ends warns.
 */

import { OWN_TIMER } from '../../platform/deadline.ts';

/** An invocation, as far as timers need it. */
export interface Owner {
  readonly logger: { warn(message: string): void };
}

type SetTimer = (run: unknown, ms?: number, ...args: unknown[]) => unknown;

/** Gives a function the properties of the one that it replaces, such as what `util.promisify` looks for. */
function withProperties(wrapped: object, original: object): object {
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
}

/** Replaces the global functions of timers by ones that count. Returns what invocations report to. */
export function watchTimers(globals: Record<string, unknown> = globalThis) {
  const active = new Set<Owner>();
  const owners = new Map<unknown, Set<Owner>>();

  function watch(set: string, clear: string, isRepeated: boolean): void {
    const setTimer = globals[set] as SetTimer;
    const clearTimer = globals[clear] as (id: unknown) => void;
    const watched = (run: unknown, ms?: number, ...args: unknown[]): unknown => {
      if (active.size === 0 || typeof run !== 'function' || args[0] === OWN_TIMER) {
        return setTimer(run, ms, ...args);
      }
      const id = setTimer(
        (...passed: unknown[]) => {
          if (!isRepeated) {
            owners.delete(id);
          }
          run(...passed);
        },
        ms,
        ...args,
      );
      owners.set(id, new Set(active));
      return id;
    };
    globals[set] = withProperties(watched, setTimer);
    globals[clear] = withProperties((id: unknown): void => {
      owners.delete(id);
      clearTimer(id);
    }, clearTimer);
  }

  watch('setTimeout', 'clearTimeout', false);
  watch('setInterval', 'clearInterval', true);
  return {
    begin: (owner: Owner): void => void active.add(owner),
    end(owner: Owner): void {
      active.delete(owner);
      let left = 0;
      for (const [id, of] of owners) {
        if (of.delete(owner) && of.size === 0) {
          owners.delete(id);
          left += 1;
        }
      }
      if (left > 0) {
        owner.logger.warn(
          `the handler ended with ${left === 1 ? 'a timer' : `${left} timers`} still set: the edge platform cancels ` +
            'them with the response; await their work, clear them, or schedule a call with ctx.later',
        );
      }
    },
  };
}
