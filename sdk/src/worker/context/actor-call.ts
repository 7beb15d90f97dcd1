/** Calls of the install's actor with values of a handler, which travel as JSON. */

import type { Host } from '../../platform/host.ts';
import { refuseWithoutJson } from '../../protocol/without-json.ts';

type Call = (method: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * Returns the function that calls the actor. It rejects with the code `invalid_value` if JSON cannot hold an argument,
 * or would lose a part of it.
 */
export function installCall(host: Host, install: string): Call {
  return async (method, args) => {
    refuseWithoutJson(args);
    return host.actor('InstallActor', install, method, args);
  };
}

/** A number as an actor can name it in an error: JSON turns those that are not finite into null. */
export function sent<T>(value: T): T | string {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
