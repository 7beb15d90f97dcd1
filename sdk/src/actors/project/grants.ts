/**
 * Verifies grants. Only the app worker has the control keys, and a grant is valid once.
 *
 * Keys: `nonce/…` a used nonce, `nonce-expiry/…` used nonces ordered by expiry.
 */

import { utf8 } from '../../platform/bytes.ts';
import { MAX_AHEAD_MS, macFromHex, verifyMac } from '../../platform/hmac.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

/** Lifetime of a grant, in ms: 5 minutes. */
export const GRANT_LIFETIME_MS = 300_000;

/** Lines of the signed text by version. Version 1 lacks origin and environment. */
const LINES: Readonly<Record<string, number>> = { v1: 6, v2: 8 };

/**
 * Shortest control key, in bytes of UTF-8: 256 bits, the length of the MAC. What is counted is the length, not the
 * randomness.
 */
const MIN_KEY = 32;

/** Nonces that one check examines for expiry: more than the one that it adds. */
const SWEEP = 16;

/**
 * Prefix of used nonces. The key id follows, so that the owner of another key cannot burn the nonce. The value is the
 * request that used it.
 */
const NONCE = 'nonce/';

/** Prefix of used nonces by expiry: time in 15 digits, key id, nonce. */
const EXPIRY = 'nonce-expiry/';

/** Prefix of the bindings of control keys. The key id follows. */
const CONTROL_KEY = 'SVC_CONTROL_KEY_';

interface GrantArguments {
  readonly kid: string;
  /** The signed text, one per line: v2, origin, environment, method, path and query, timestamp, nonce, body hash. */
  readonly text: string;
  readonly mac: string;
  /** Identifies the request. A call whose response was lost is repeated with the same id. */
  readonly use: string;
}

export function grants(state: ActorState, env: Bindings): ActorPart {
  return {
    methods: {
      async checkGrant(args) {
        const { kid, text, mac, use } = args as GrantArguments;
        const key = controlKey(env, kid);
        const bytes = macFromHex(mac);
        if (bytes === undefined || !(await verifyMac(key, bytes, utf8.encode(text)))) {
          throw new ActorError(
            'grant_invalid',
            'the grant does not match the request; check the control key, the origin and the environment',
          );
        }
        // From here on the text is authentic. Nothing below awaits.
        const { timestamp, nonce } = readGrant(text, state.now());
        burn(state, `${kid}/${nonce}`, use, timestamp + GRANT_LIFETIME_MS);
        return true;
      },
    },
  };
}

function readGrant(text: string, now: number): { readonly timestamp: number; readonly nonce: string } {
  const lines = text.split('\n');
  const timestamp = Number(lines.at(-3));
  const nonce = lines.at(-2);
  if (lines.length !== LINES[lines[0] ?? ''] || !Number.isSafeInteger(timestamp) || !nonce) {
    throw new ActorError('grant_invalid', 'the signed text is not a grant');
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
      `no control key is bound, so grants cannot be verified; bind ${CONTROL_KEY}<key id>`,
    );
  }
  const key = bound.find(([name]) => name === CONTROL_KEY + kid)?.[1];
  if (typeof key !== 'string') {
    throw new ActorError('grant_invalid', 'the grant is signed with a control key that is not bound');
  }
  if (utf8.encode(key).length < MIN_KEY) {
    throw new ActorError(
      'not_configured',
      `${CONTROL_KEY}${kid} is shorter than ${MIN_KEY} bytes; bind another one with svc deploy --new-key`,
    );
  }
  return key;
}

/** Marks the nonce as used. */
function burn({ store, now }: ActorState, nonce: string, use: string, expiresAt: number): void {
  const usedBy = store.get<string>(NONCE + nonce);
  if (usedBy !== undefined && usedBy === use) {
    return;
  }
  store.transaction(() => {
    if (usedBy !== undefined) {
      throw new ActorError('grant_replayed', 'the grant was already used; sign each request separately');
    }
    for (const [key] of store.list({ prefix: EXPIRY, limit: SWEEP })) {
      const due = key.slice(EXPIRY.length);
      if (Number(due.slice(0, 15)) >= now()) {
        break; // the rest expires later
      }
      store.delete(key);
      store.delete(NONCE + due.slice(16));
    }
    store.put(NONCE + nonce, String(use));
    store.put(`${EXPIRY}${String(expiresAt).padStart(15, '0')}/${nonce}`, true);
  });
}
