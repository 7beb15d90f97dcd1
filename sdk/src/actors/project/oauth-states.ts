/**
 * The used states of OAuth installs. Each state is valid once.
 *
 * Keys: `oauth-state/<expiry in 15 digits>/<nonce>` the request that used it. Expired states are deleted in order.
 */

import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const USED = 'oauth-state/';

/** States that one use examines for expiry: more than the one that it adds. */
const SWEEP = 16;

interface UsedState {
  readonly nonce: string;
  readonly expiresAt: number;
  /** Identifies the request. A call whose response was lost is repeated with the same id. */
  readonly use: string;
}

export function oauthStates({ store, now }: ActorState): ActorPart {
  return {
    methods: {
      /** Marks a verified state as used. Throws `oauth_state_used` if another request used it. */
      useOAuthState(args) {
        const { nonce, expiresAt, use } = args as UsedState;
        const key = `${USED}${digits(expiresAt)}/${nonce}`;
        const usedBy = store.get<string>(key);
        if (usedBy !== undefined && usedBy === use) {
          return;
        }
        store.transaction(() => {
          if (usedBy !== undefined) {
            throw new ActorError('oauth_state_used', 'the state of this install was used before');
          }
          const end = USED + digits(now());
          for (const [old] of store.list({ prefix: USED, limit: SWEEP })) {
            if (old >= end) {
              break;
            }
            store.delete(old);
          }
          store.put(key, String(use));
        });
      },
    },
  };
}

function digits(time: number): string {
  return String(time).padStart(15, '0');
}
