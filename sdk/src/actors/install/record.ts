/**
 * The record of an install: its portal, scopes, time and state. The due table sends every change to the project's index
 * (`actors/project/installs.ts`), so that no change is lost.
 *
 * Key: `install`. Due: `indexInstall`.
 */

import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { InstallDescription } from '../../protocol/install.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const RECORD = 'install';

const INDEX = 'indexInstall';

/** Retention of an install's data after consent was revoked, in ms: 30 days. */
export const KEPT_MS = 30 * 86_400_000;

/** Times are milliseconds since the epoch. */
export interface InstallRecord {
  readonly portalId: number;
  readonly scopes: readonly string[];
  readonly installedAt: number;
  /** When the app was installed without data of an earlier install. Later consents keep it. */
  readonly createdAt: number;
  /** When the CRM refused the refresh token: the app was uninstalled, or its consent revoked. */
  readonly lostConsentAt?: number;
  /** When an operator suspended the install. */
  readonly suspendedAt?: number;
}

export function describe(id: string, record: InstallRecord): InstallDescription {
  const { portalId, scopes, installedAt, lostConsentAt, suspendedAt } = record;
  const base = { id, portalId, installedAt, scopes };
  if (lostConsentAt !== undefined) {
    return { ...base, state: 'needs_reauth', since: lostConsentAt, eraseAt: lostConsentAt + KEPT_MS };
  }
  return suspendedAt === undefined
    ? { ...base, state: 'active', since: installedAt }
    : { ...base, state: 'suspended', since: suspendedAt };
}

/** Returns the record, or undefined if the app is not installed. */
export function recordIn({ store }: ActorState): InstallRecord | undefined {
  return store.get<InstallRecord>(RECORD);
}

/** Returns the record. Throws `install_not_found` without one. */
export function recordOf(state: ActorState): InstallRecord {
  const record = recordIn(state);
  if (record === undefined) {
    throw new ActorError('install_not_found', `the app is not installed in the portal ${state.name}`);
  }
  return record;
}

/** Stores the record and schedules its indexing. */
export function putRecord({ store, due, now }: ActorState, record: InstallRecord): void {
  store.put(RECORD, record);
  due.set(INDEX, '', now());
}

export function installRecord(state: ActorState, env: Bindings): ActorPart {
  const { name } = state;
  return {
    methods: {
      describe: () => describe(name, recordOf(state)),
      setInstallState(args) {
        const { suspendedAt, ...record } = recordOf(state);
        if ((args as { readonly state: unknown }).state !== 'suspended') {
          putRecord(state, record);
        } else if (suspendedAt === undefined) {
          putRecord(state, { ...record, suspendedAt: state.now() });
        }
        return describe(name, recordOf(state));
      },
    },
    due: {
      async [INDEX]() {
        const record = recordIn(state);
        if (record !== undefined) {
          await state.actor('ProjectActor', projectName(env), 'indexInstall', describe(name, record));
        }
      },
    },
  };
}
