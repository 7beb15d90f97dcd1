import { jsonText } from '../platform/json-text.ts';
import { ActorError } from './actor.ts';

/** Throws an error about the first argument that JSON cannot hold, such as a BigInt, a cycle or a promise. */
export function refuseWithoutJson(args: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(args)) {
    try {
      if (typeof value === 'object' || typeof value === 'bigint') {
        jsonText(value, 'it');
      }
    } catch (error) {
      const { key, id } = args;
      const owner = name === 'key' ? undefined : (key ?? id);
      const what = typeof owner === 'string' ? `the ${name} of ${JSON.stringify(owner)}` : `the argument ${name}`;
      const [why] = String((error as Error)?.message ?? error).split('\n'); // engines add different details
      throw Object.assign(new ActorError('invalid_value', `${what} cannot be stored as JSON: ${why}`), {
        cause: error,
      });
    }
  }
}
