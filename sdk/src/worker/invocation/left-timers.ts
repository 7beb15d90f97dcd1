/**
 * Warns of timers that a handler leaves behind: the edge platform cancels them when the response is sent, while a
 * developer's machine runs them. A timer belongs to the invocation that was active when it was set. If several were,
 * any of them may have set it, and it does not warn: with a request that is cancelled, the edge platform drops timers
 * unseen, and another handler must not be blamed for them.
 */

import { OWN_TIMER, TIME_LIMIT_MS } from '../../platform/deadline.ts';
import type { DispatchKind } from '../../platform/observation.ts';

/** An invocation, as far as timers need it. */
export interface Owner {
  readonly logger: { warn(message: string): void };
}

/**
 * How many time limits after its start an invocation that has not ended counts as cancelled. Its code never continues,
 * so it never ends. Two: besides the handler, an invocation waits for billing and for actors.
 */
const LIMITS_UNTIL_CANCELLED = 2;

type SetTimer = (run: unknown, ms?: number, ...args: unknown[]) => unknown;

/** Gives a function the properties of the one that it replaces, such as what `util.promisify` looks for. */
function withProperties(wrapped: object, original: object): object {
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
}

/** Replaces the global functions of timers with ones that count. Returns what invocations report to. */
export function watchTimers(globals: Record<string, unknown> = globalThis) {
  /** The active invocations, and when each counts as cancelled, in milliseconds since the epoch. */
  const active = new Map<Owner, number>();
  const owners = new Map<unknown, Owner>();

  /** Returns the only active invocation; undefined if none or several are. */
  function onlyActive(): Owner | undefined {
    const now = Date.now();
    for (const [owner, cancelledAt] of active) {
      if (cancelledAt <= now) {
        active.delete(owner);
      }
    }
    return active.size === 1 ? active.keys().next().value : undefined;
  }

  function watch(set: string, clear: string, isRepeated: boolean): void {
    const setTimer = globals[set] as SetTimer;
    const clearTimer = globals[clear] as (id: unknown) => void;
    const watched = (run: unknown, ms?: number, ...args: unknown[]): unknown => {
      const owner = typeof run === 'function' && args[0] !== OWN_TIMER ? onlyActive() : undefined;
      if (owner === undefined) {
        return setTimer(run, ms, ...args);
      }
      const id = setTimer(
        (...passed: unknown[]) => {
          if (!isRepeated) {
            owners.delete(id);
          }
          (run as (...args: unknown[]) => void)(...passed);
        },
        ms,
        ...args,
      );
      owners.set(id, owner);
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
    begin: (owner: Owner, kind: DispatchKind): void =>
      void active.set(owner, Date.now() + LIMITS_UNTIL_CANCELLED * TIME_LIMIT_MS[kind]),
    end(owner: Owner): void {
      active.delete(owner);
      let left = 0;
      for (const [id, of] of owners) {
        if (of === owner) {
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
