/**
 * The record of an install: whose it is, since when, and in which state. Every change of it goes to the index of the
 * project (`actors/project/installs.ts`) by the due-table, so that it arrives whatever happens in between.
 *
 * Keys: `install`, the record. Due: `indexInstall`.
 */

import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { InstallDescription } from '../../protocol/install.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const RECORD = 'install';

const INDEX = 'indexInstall';

/** How long what belongs to an install is kept after the CRM has taken back its consent, in milliseconds: 30 days. */
export const KEPT_MS = 30 * 86_400_000;

/** Times are milliseconds since the epoch. */
export interface InstallRecord {
  readonly portalId: number;
  readonly scopes: readonly string[];
  readonly installedAt: number;
  /** When the CRM refused its refresh token: the app was uninstalled, or its consent taken back. */
  readonly lostConsentAt?: number;
  /** When the project's own tools suspended it. */
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

/** The record, or undefined where nothing is installed. */
export function recordIn({ store }: ActorState): InstallRecord | undefined {
  return store.get<InstallRecord>(RECORD);
}

/** The record, or `install_not_found`. */
export function recordOf(state: ActorState): InstallRecord {
  const record = recordIn(state);
  if (record === undefined) {
    throw new ActorError('install_not_found', `the app is not installed in the portal ${state.name}`);
  }
  return record;
}

/** Keeps the record, and has it indexed. */
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
