/**
 * The project's feature flags, each a `FlagSnapshot` by its key. What is put here has been checked (`flags/validate.ts`).
 *
 * Keys: `flag/<key>` a snapshot, `flag-row/<key>` what a list tells of it.
 */

import type { FlagSnapshot } from '../../context/flags.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const FLAG = 'flag/';
const ROW = 'flag-row/';

/** How many flags a project has at most: one list tells of all of them. */
export const MAX_FLAGS = 1_000;

/** What a snapshot weighs at most, in bytes of JSON: isolates keep those that they evaluate. */
export const MAX_FLAG_BYTES = 65_536;

/** What a list tells of a flag. */
export type FlagRow = Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'version' | 'updatedAt'>;

export function flags({ store }: ActorState): ActorPart {
  return {
    methods: {
      /** `{key}` -> FlagSnapshot, or null. */
      flag: (args) => store.get<FlagSnapshot>(FLAG + (args as { readonly key: string }).key) ?? null,
      /** All of them, in the order of their keys: FlagRow[]. */
      listFlags: () => store.list<FlagRow>({ prefix: ROW }).map(([, row]) => row),
      /**
       * FlagSnapshot -> nothing. The same once more does no harm; `version_conflict` for a version that is older than the
       * one kept, or equal to it with another content; `limit_reached` when it is one too many, or too large.
       */
      putFlag(args) {
        const flag = args as FlagSnapshot;
        const { key, type, status, version, updatedAt } = flag;
        const kept = store.get<FlagSnapshot>(FLAG + key);
        if (kept !== undefined && isSame(kept, flag)) {
          return;
        }
        if (kept !== undefined && version <= kept.version) {
          throw new ActorError('version_conflict', conflict(flag, kept));
        }
        const size = new TextEncoder().encode(JSON.stringify(flag)).length;
        if (size > MAX_FLAG_BYTES) {
          throw new ActorError(
            'limit_reached',
            `a flag has at most ${MAX_FLAG_BYTES} bytes of JSON; ${JSON.stringify(key)} has ${size}`,
          );
        }
        if (kept === undefined && store.list({ prefix: ROW, limit: MAX_FLAGS }).length >= MAX_FLAGS) {
          throw new ActorError(
            'limit_reached',
            `the project has ${MAX_FLAGS} flags, and cannot have more: delete those that are archived`,
          );
        }
        store.transaction(() => {
          store.put(FLAG + key, flag);
          store.put(ROW + key, { key, type, status, version, updatedAt } satisfies FlagRow);
        });
      },
      /** `{key}` -> whether there was one. */
      removeFlag(args) {
        const { key } = args as { readonly key: string };
        return store.transaction(() => {
          store.delete(ROW + key);
          return store.delete(FLAG + key);
        });
      },
    },
  };
}

function conflict({ key, version }: FlagSnapshot, kept: FlagSnapshot): string {
  const name = JSON.stringify(key);
  return version === kept.version
    ? `version ${version} of the flag ${name} is kept already, with another content`
    : `version ${kept.version} of the flag ${name} is kept, which is newer than ${version}`;
}

/** Whether two JSON values are the same, whatever the order of members. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b;
  }
  const names = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame((a as never)[name], (b as never)[name]))
  );
}
