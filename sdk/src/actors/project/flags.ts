/**
 * The project's feature flags: a `FlagSnapshot` per key. The caller has validated them (`flags/validate.ts`).
 *
 * Keys: `flag/<key>` a snapshot, `flag-row/<key>` its row in the list.
 */

import type { FlagSnapshot } from '../../context/flags.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const FLAG = 'flag/';
const ROW = 'flag-row/';

/** Most flags of a project. One list returns all of them. */
export const MAX_FLAGS = 1_000;

/** Largest snapshot, in bytes of JSON: 64 KiB. Isolates cache the flags that they evaluate. */
export const MAX_FLAG_BYTES = 65_536;

/** A flag in the list. */
export type FlagRow = Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'version' | 'updatedAt'>;

export function flags({ store }: ActorState): ActorPart {
  return {
    methods: {
      /** Takes `{key}`. Returns the FlagSnapshot or null. */
      flag: (args) => store.get<FlagSnapshot>(FLAG + (args as { readonly key: string }).key) ?? null,
      /** Returns FlagRow[], ordered by key. */
      listFlags: () => store.list<FlagRow>({ prefix: ROW }).map(([, row]) => row),
      /**
       * Stores a FlagSnapshot. Idempotent. Throws `version_conflict` if the stored version is newer, or equal with
       * other content, and `limit_reached` if the flag is one too many or too large.
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
            `the flag ${JSON.stringify(key)} has ${size} bytes of JSON: the limit is ${MAX_FLAG_BYTES}`,
          );
        }
        if (kept === undefined && store.list({ prefix: ROW, limit: MAX_FLAGS }).length >= MAX_FLAGS) {
          throw new ActorError(
            'limit_reached',
            `the project has ${MAX_FLAGS} flags, which is the limit; delete archived flags`,
          );
        }
        store.transaction(() => {
          store.put(FLAG + key, flag);
          store.put(ROW + key, { key, type, status, version, updatedAt } satisfies FlagRow);
        });
      },
      /** Takes `{key}`. Returns whether the flag existed. */
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
    ? `version ${version} of the flag ${name} is already stored with different content`
    : `the stored version ${kept.version} of the flag ${name} is newer than ${version}`;
}

/** Reports whether two JSON values are equal, ignoring the order of members. */
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
