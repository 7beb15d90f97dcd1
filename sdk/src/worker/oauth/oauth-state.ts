/**
 * The `state` parameter of an OAuth install. It proves that the install started here, recently, in this browser. A
 * sealing key, which only the app worker has, signs it together with the secret of the browser's cookie.
 */

import { SEAL_KEY, sealingKeyId, sealingSecret } from '../../actors/core/seal.ts';
import { concat, toHex } from '../../platform/bytes.ts';
import { projectName } from '../../platform/env.ts';
import { RouteError } from '../../platform/errors.ts';
import { MAX_AHEAD_MS, macFromHex, makeMac, verifyMac } from '../../platform/hmac.ts';
import type { Bindings } from '../../platform/host.ts';
import { isActorError } from '../../protocol/actor.ts';

/** Time limit for a user's consent, in ms. */
export const STATE_LIFETIME_MS = 600_000;

const STATE = /^v1\.([A-Za-z0-9_-]{1,64})\.(\d{1,15})\.([0-9a-f]{32})\.([0-9a-f]{64})$/;

/** A valid, recent state. `useOAuthState` of the ProjectActor accepts each only once. */
export interface VerifiedState {
  readonly nonce: string;
  /** When the state becomes invalid, in ms since the epoch. */
  readonly expiresAt: number;
}

/** Returns 128 random bits in hex. */
export function randomHex(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Creates a state. @param browser the secret of the browser's cookie */
export async function makeState(env: Bindings, browser: string, now: number): Promise<string> {
  const [kid, nonce] = [configured(() => sealingKeyId(env)), randomHex()];
  const mac = await makeMac(sealingSecret(env, kid), signedText(env, kid, now, nonce, browser));
  return ['v1', kid, now, nonce, toHex(mac)].join('.');
}

/** Verifies a state. @throws RouteError unless it was made here, recently, for this browser */
export async function verifyState(env: Bindings, state: string, browser: string, now: number): Promise<VerifiedState> {
  const [, kid, timestamp, nonce, hex] = STATE.exec(state) ?? [];
  const mac = hex === undefined ? undefined : macFromHex(hex);
  if (kid === undefined || timestamp === undefined || nonce === undefined || mac === undefined) {
    throw invalid();
  }
  configured(() => sealingKeyId(env));
  if (!Object.hasOwn(env, SEAL_KEY + kid)) {
    throw invalid(); // its key was rotated or never existed
  }
  const secret = configured(() => sealingSecret(env, kid));
  if (!(await verifyMac(secret, mac, signedText(env, kid, Number(timestamp), nonce, browser)))) {
    throw invalid();
  }
  const age = now - Number(timestamp);
  if (age > STATE_LIFETIME_MS || age < -MAX_AHEAD_MS) {
    throw new RouteError(
      'oauth_state_stale',
      'this install took longer than 10 minutes; begin it again at /oauth-start',
    );
  }
  return { nonce, expiresAt: Number(timestamp) + STATE_LIFETIME_MS };
}

function signedText(env: Bindings, kid: string, timestamp: number, nonce: string, browser: string): Uint8Array {
  return concat([['svc oauth state v1', projectName(env), kid, timestamp, nonce, browser].join('\n')]);
}

function invalid(): RouteError {
  return new RouteError(
    'oauth_state_invalid',
    'this install did not begin in this browser; begin it at /oauth-start, with cookies enabled',
  );
}

/** Converts an actor error of the sealing keys to a RouteError. */
export function configured<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isActorError(error) ? new RouteError('not_configured', error.message) : error;
  }
}
