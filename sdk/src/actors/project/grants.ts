/**
 * Checks grants: the app worker alone holds the control keys, and a grant is good once.
 *
 * Keys: `nonce/…` a used nonce, `nonce-expiry/…` the same in the order of time, to forget them.
 */

import { MAX_AHEAD_MS, macFromHex, verifyMac } from '../../platform/hmac.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

/** How long a grant is good, in milliseconds. */
export const GRANT_LIFETIME_MS = 300_000;

/** How many used nonces one check looks at to forget those whose grant has expired: more than it adds. */
const SWEEP = 16;

/** A used nonce by key id, so that no holder of another key can burn it first. Value: the request that used it. */
const NONCE = 'nonce/';

/** The same in the order of time, to forget them: expiry in 15 digits, key id and nonce. */
const EXPIRY = 'nonce-expiry/';

/** Bindings of control keys begin with this; the key id follows. */
const CONTROL_KEY = 'SVC_CONTROL_KEY_';

interface GrantArguments {
  readonly kid: string;
  /** What was signed: v1, method, path and query, timestamp, nonce and body hash, a line each. */
  readonly text: string;
  readonly mac: string;
  /** Names the request that asks: a call whose answer was lost may come again. */
  readonly use: string;
}

export function grants(state: ActorState, env: Bindings): ActorPart {
  return {
    methods: {
      async checkGrant(args) {
        const { kid, text, mac, use } = args as GrantArguments;
        const key = controlKey(env, kid);
        const bytes = macFromHex(mac);
        if (bytes === undefined || !(await verifyMac(key, bytes, new TextEncoder().encode(text)))) {
          throw new ActorError('grant_invalid', 'the grant does not fit the request; check the control key');
        }
        // Only from here on is what the text says to be believed. Nothing below awaits.
        const { timestamp, nonce } = readGrant(text, state.now());
        burn(state, `${kid}/${nonce}`, use, timestamp + GRANT_LIFETIME_MS);
        return true;
      },
    },
  };
}

function readGrant(text: string, now: number): { readonly timestamp: number; readonly nonce: string } {
  const lines = text.split('\n');
  const timestamp = Number(lines[3]);
  const nonce = lines[4];
  if (lines.length !== 6 || lines[0] !== 'v1' || !Number.isSafeInteger(timestamp) || !nonce) {
    throw new ActorError('grant_invalid', 'the grant is signed over a text that is not a grant');
  }
  const age = now - timestamp;
  if (age > GRANT_LIFETIME_MS || age < -MAX_AHEAD_MS) {
    throw new ActorError(
      'grant_stale',
      age > 0 ? 'the grant is older than 300 seconds' : 'the grant is from the future',
    );
  }
  return { timestamp, nonce };
}

function controlKey(env: Bindings, kid: string): string {
  const bound = Object.entries(env).filter(([name, key]) => name.startsWith(CONTROL_KEY) && key !== '');
  if (bound.length === 0) {
    throw new ActorError(
      'not_configured',
      `no control key is bound (${CONTROL_KEY}<key id>), so no grant can be checked`,
    );
  }
  const key = bound.find(([name]) => name === CONTROL_KEY + kid)?.[1];
  if (typeof key !== 'string') {
    throw new ActorError('grant_invalid', 'the grant is made with a control key that is not bound here');
  }
  return key;
}

/** Takes the nonce, for one use. */
function burn({ store, now }: ActorState, nonce: string, use: string, expiresAt: number): void {
  const usedBy = store.get<string>(NONCE + nonce);
  if (usedBy !== undefined && usedBy === use) {
    return;
  }
  store.transaction(() => {
    if (usedBy !== undefined) {
      throw new ActorError('grant_replayed', 'the grant was used before; sign each request anew');
    }
    for (const [key] of store.list({ prefix: EXPIRY, limit: SWEEP })) {
      const due = key.slice(EXPIRY.length);
      if (Number(due.slice(0, 15)) >= now()) {
        break; // the rest expires later still
      }
      store.delete(key);
      store.delete(NONCE + due.slice(16));
    }
    store.put(NONCE + nonce, String(use));
    store.put(`${EXPIRY}${String(expiresAt).padStart(15, '0')}/${nonce}`, true);
  });
}
