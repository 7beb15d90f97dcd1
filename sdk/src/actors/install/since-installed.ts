/**
 * Keeps executions of an erased install out of the next one. A handler may still run when its install is erased and
 * the app is installed in the portal again. Its calls say when it began, by the clock of its machine. Clocks of the
 * edge platform differ by milliseconds, and a new consent takes seconds. How long the caller has run would be less
 * exact: a call may wait for the actor. A number of the install would be wrong: workers keep installs in memory.
 */

import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorPartMaker, ActorState, ActorTable } from '../core/actor-part.ts';
import { recordIn } from './record.ts';

/** Returns the table with parts whose methods refuse executions that began before the install. */
export function sinceInstalled(table: ActorTable): ActorTable {
  return table.map(
    (make): ActorPartMaker =>
      (state, env, app) =>
        guarded(state, make(state, env, app)),
  );
}

function guarded(state: ActorState, { methods = {}, due }: ActorPart): ActorPart {
  const entries = Object.entries(methods).map(([name, run]) => [
    name,
    (args: unknown) => {
      refuseEarlier(state, args);
      return run(args);
    },
  ]);
  return { methods: Object.fromEntries(entries), ...(due && { due }) };
}

/** Throws `install_replaced` if the execution began before the install was made. */
function refuseEarlier(state: ActorState, args: unknown): void {
  const { callerBegunAt } = (args ?? {}) as { readonly callerBegunAt?: unknown };
  if (typeof callerBegunAt === 'number' && isEarlier(state, callerBegunAt)) {
    const why = 'the app was erased and installed again after this handler began';
    throw new ActorError('install_replaced', `cannot use the install of the portal ${state.name}: ${why}`);
  }
}

/** Reports whether an execution that began at this time, in ms since the epoch, is older than the install. */
export function isEarlier(state: ActorState, begunAt: number): boolean {
  const createdAt = recordIn(state)?.createdAt;
  return createdAt !== undefined && begunAt < createdAt;
}
