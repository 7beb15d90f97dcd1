/**
 * The project's feature flags: a `FlagSnapshot` per key. The caller has validated them (`flags/validate.ts`).
 *
 * Keys: `flag/<key>` a snapshot, `flag-row/<key>` its row in the list, `flag-calls` the last requests, `flag-deleted`
 * the versions of flags that were deleted lately.
 */

import { utf8 } from '../../platform/bytes.ts';
import type { FlagSnapshot } from '../../context/flags.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { runOnce } from '../core/once.ts';
import { GRANT_LIFETIME_MS } from './grants.ts';

const FLAG = 'flag/';
const ROW = 'flag-row/';
const CALLS = 'flag-calls';
const DELETED = 'flag-deleted';

/** Most flags of a project. One list returns all of them. */
export const MAX_FLAGS = 1_000;

/** Largest snapshot, in bytes of JSON: 64 KiB. Isolates cache the flags that they evaluate. */
export const MAX_FLAG_BYTES = 65_536;

/**
 * How long the version of a deleted flag is remembered, in ms: 10 minutes. A request that arrives late has a grant of 5
 * minutes, whose signer's clock may be ahead.
 */
export const DELETED_KEPT_MS = 2 * GRANT_LIFETIME_MS;

/** A flag that was deleted, with its last version and the time. */
type Deleted = readonly [key: string, version: number, at: number];

/** A flag in the list. */
export type FlagRow = Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'version' | 'updatedAt'>;

export function flags({ store, now }: ActorState): ActorPart {
  /** Returns the flags that were deleted lately, but that one. */
  const deletedBut = (but: string): Deleted[] =>
    (store.get<Deleted[]>(DELETED) ?? []).filter(([key, , at]) => key !== but && now() - at < DELETED_KEPT_MS);

  function deletedVersion(of: string): number {
    const found = store.get<Deleted[]>(DELETED)?.find(([key, , at]) => key === of && now() - at < DELETED_KEPT_MS);
    return found?.[1] ?? -Infinity;
  }

  function put(flag: FlagSnapshot): void {
    const { key, type, status, version, updatedAt } = flag;
    const kept = store.get<FlagSnapshot>(FLAG + key);
    if (kept !== undefined && isSame(kept, flag)) {
      return;
    }
    if (kept !== undefined && version <= kept.version) {
      throw new ActorError('version_conflict', conflict(flag, kept));
    }
    if (kept === undefined && version <= deletedVersion(key)) {
      throw new ActorError(
        'version_conflict',
        `the flag ${JSON.stringify(key)} was deleted at version ${deletedVersion(key)} within the last 10 minutes; use a greater version`,
      );
    }
    const size = utf8.encode(JSON.stringify(flag)).length;
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
    store.put(FLAG + key, flag);
    store.put(ROW + key, { key, type, status, version, updatedAt } satisfies FlagRow);
  }

  function remove(key: string): boolean {
    const kept = store.get<FlagSnapshot>(FLAG + key);
    if (kept === undefined) {
      return false;
    }
    store.delete(ROW + key);
    store.delete(FLAG + key);
    store.put(DELETED, [...deletedBut(key).slice(1 - MAX_FLAGS), [key, kept.version, now()] satisfies Deleted]);
    return true;
  }

  return {
    methods: {
      /** Takes `{key}`. Returns the FlagSnapshot or null. */
      flag: (args) => store.get<FlagSnapshot>(FLAG + (args as { readonly key: string }).key) ?? null,
      /** Returns FlagRow[], ordered by key. */
      listFlags: () => store.list<FlagRow>({ prefix: ROW }).map(([, row]) => row),
      /**
       * Takes `{…flag, call?}`. Stores a FlagSnapshot. Idempotent. Throws `version_conflict` if the stored version is
       * newer, or equal with other content, or if a version as new was deleted lately, and `limit_reached` if the flag
       * is one too many or too large.
       */
      putFlag(args) {
        const { call, ...flag } = args as FlagSnapshot & { readonly call?: string };
        runOnce(store, CALLS, call, () => put(flag));
      },
      /** Takes `{key, call?}`. Returns whether the flag existed. */
      removeFlag(args) {
        const { key, call } = args as { readonly key: string; readonly call?: string };
        return runOnce(store, CALLS, call, () => remove(key));
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
