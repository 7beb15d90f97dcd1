/**
 * Which states of OAuth installs have been used: each is good once.
 *
 * Keys: `oauth-state/<expiry in 15 digits>/<nonce>` the request that used it, in the order of time, to forget those that
 * are stale anyway.
 */

import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const USED = 'oauth-state/';

/** How many one use looks at to forget: more than it adds. */
const SWEEP = 16;

interface UsedState {
  readonly nonce: string;
  readonly expiresAt: number;
  /** Names the request that asks: a call whose answer was lost may come again. */
  readonly use: string;
}

export function oauthStates({ store, now }: ActorState): ActorPart {
  return {
    methods: {
      /** Takes a state that has been verified; `oauth_state_used` when it was taken before. */
      useOAuthState(args) {
        const { nonce, expiresAt, use } = args as UsedState;
        const key = `${USED}${digits(expiresAt)}/${nonce}`;
        const usedBy = store.get<string>(key);
        if (usedBy !== undefined && usedBy === use) {
          return;
        }
        store.transaction(() => {
          if (usedBy !== undefined) {
            throw new ActorError('oauth_state_used', 'this install was already brought to its end once');
          }
          const over = USED + digits(now());
          for (const [old] of store.list({ prefix: USED, limit: SWEEP })) {
            if (old >= over) {
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
