/**
 * Keeps executions of an erased install out of the next one. A handler may still run when its install is erased and
 * the app is installed in the portal again. Its calls say for how long it has run. The caller sends no time and no
 * number of the install: clocks differ, and workers keep installs in memory.
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
  const { ranMs } = (args ?? {}) as { readonly ranMs?: unknown };
  if (typeof ranMs === 'number' && isEarlier(state, ranMs)) {
    const why = 'the app was erased and installed again after this handler began';
    throw new ActorError('install_replaced', `cannot use the install of the portal ${state.name}: ${why}`);
  }
}

/** Reports whether an execution that has run for this time began before the install was made. */
export function isEarlier(state: ActorState, ranMs: number): boolean {
  const createdAt = recordIn(state)?.createdAt;
  return createdAt !== undefined && state.now() - ranMs < createdAt;
}
