/** Calls of the install's actor with values of a handler, which travel as JSON. */

import type { Host } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';

type Call = (method: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Returns the function that calls the actor. It rejects with the code `invalid_value` if an argument has no JSON. */
export function installCall(host: Host, install: string): Call {
  return async (method, args) => {
    try {
      return await host.actor('InstallActor', install, method, args);
    } catch (error) {
      throw withoutJson(args) ?? error;
    }
  };
}

/** A number as an actor can name it in an error: JSON turns those that are not finite into null. */
export function sent<T>(value: T): T | string {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** Returns an error about the first argument that JSON cannot hold, such as a BigInt or a cycle. */
function withoutJson(args: Readonly<Record<string, unknown>>): ActorError | undefined {
  for (const [name, value] of Object.entries(args)) {
    try {
      JSON.stringify(value);
    } catch (error) {
      const { key, id } = args;
      const owner = name === 'key' ? undefined : (key ?? id);
      const what = typeof owner === 'string' ? `the ${name} of ${JSON.stringify(owner)}` : `the argument ${name}`;
      const [why] = String((error as Error)?.message ?? error).split('\n'); // engines add different details
      return Object.assign(new ActorError('invalid_value', `${what} cannot be stored as JSON: ${why}`), {
        cause: error,
      });
    }
  }
  return undefined;
}
