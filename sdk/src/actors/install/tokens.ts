/**
 * The tokens of an install: sealed at rest, refreshed by one request at a time, the newest refresh token on disk before
 * anybody is given the access token that came with it.
 *
 * Keys: `tokens`. Due: `refreshTokens`, a week after the last refresh: an app that calls nothing would never learn that
 * it was uninstalled, since the CRM tells nobody; the refresh token that is refused is how it is noticed.
 */

import type { Bindings } from '../../runtime/host.ts';
import { type IssuedTokens, requestTokens, TokenError } from '../../runtime/oauth/token-endpoint.ts';
import { MIN_LIFE_MS } from '../../runtime/token.ts';
import { ActorError } from '../actor.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';
import { open, seal } from '../seal.ts';
import { ERASE } from './erase.ts';
import { describe, type InstallRecord, KEPT_MS, putRecord, recordOf } from './record.ts';

const TOKENS = 'tokens';

const REFRESH = 'refreshTokens';

/** After how long without a refresh one is made, in milliseconds: a week. */
const IDLE_MS = 7 * 86_400_000;

/** After how long that is tried again when the CRM gives no answer that counts, in milliseconds: a day. */
const IDLE_RETRY_MS = 86_400_000;

/** A token that the CRM refuses is not replaced more often than this, in milliseconds: it may refuse them all. */
const REPLACE_PAUSE_MS = 10_000;

/** The tokens at rest. */
interface KeptTokens {
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: number;
}

/** An access token on its way to a worker: how long it lives, since clocks differ. */
interface AccessToken {
  readonly token: string;
  readonly livesMs: number;
}

export function tokens(state: ActorState, env: Bindings, { profile }: AppParts): ActorPart {
  const { name, store, due, now } = state;
  /** The refresh that is on its way: shared by the calls of this actor, and by nobody else. */
  let refreshing: Promise<void> | undefined;
  let replacedAt = -Infinity;

  const place = (field: 'access-token' | 'refresh-token') => ({ env, install: name, field });
  const kept = (): KeptTokens => {
    const tokens = store.get<KeptTokens>(TOKENS);
    if (tokens === undefined) {
      throw needsReauth(recordOf(state).portalId);
    }
    return tokens;
  };

  async function sealed(access: string, refresh: string, expiresAt: number): Promise<KeptTokens> {
    const [a, r] = await Promise.all([seal(place('access-token'), access), seal(place('refresh-token'), refresh)]);
    return { access: a, refresh: r, expiresAt };
  }

  /** Opens the access token, and seals both anew when another key seals by now. */
  async function opened(tokens: KeptTokens): Promise<string> {
    const { text, isStale } = await open(place('access-token'), tokens.access);
    if (isStale) {
      const refresh = await open(place('refresh-token'), tokens.refresh);
      const again = await sealed(text, refresh.text, tokens.expiresAt);
      if (store.get<KeptTokens>(TOKENS)?.access === tokens.access) {
        store.put(TOKENS, again);
      }
    }
    return text;
  }

  /** Gets new tokens. What was installed or erased meanwhile wins over what comes back. */
  async function refresh(): Promise<void> {
    const before = kept();
    const { text } = await open(place('refresh-token'), before.refresh);
    const isStillOurs = () => store.get<KeptTokens>(TOKENS)?.refresh === before.refresh;
    let issued: IssuedTokens;
    try {
      const how = { env, profile, now, fetch: state.fetch };
      issued = await requestTokens(how, { grant_type: 'refresh_token', refresh_token: text });
    } catch (error) {
      if (error instanceof TokenError && error.kind === 'consent_lost' && isStillOurs()) {
        loseConsent();
      }
      throw error;
    }
    const after = await sealed(issued.accessToken, issued.refreshToken ?? text, issued.expiresAt);
    if (isStillOurs()) {
      store.put(TOKENS, after);
      due.set(REFRESH, '', now() + IDLE_MS);
    }
  }

  function loseConsent(): void {
    store.transaction(() => {
      store.delete(TOKENS);
      putRecord(state, { ...recordOf(state), lostConsentAt: now() });
    });
    due.set(REFRESH, '', null);
    due.set(ERASE, '', now() + KEPT_MS);
    state.log('warn', `the CRM has taken back its consent for the portal ${name}: the app must be installed again`);
  }

  async function refreshed(): Promise<void> {
    // Held here from before the first await: nobody else can begin another one.
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  /** @param refused the token that the CRM has refused */
  async function accessToken(refused: string | undefined): Promise<AccessToken> {
    const record = recordOf(state);
    refuseWithoutAccess(record);
    const before = kept();
    const usable = await usableToken(refused);
    if (usable !== undefined) {
      return usable;
    }
    try {
      await refreshed();
    } catch (error) {
      // A minute's reserve is there to be used when no other can be got.
      const isDown = error instanceof TokenError && error.kind === 'unavailable';
      if (isDown && refused === undefined && before.expiresAt > now()) {
        return { token: await opened(before), livesMs: before.expiresAt - now() };
      }
      throw error instanceof TokenError ? answerTo(error, record.portalId) : error;
    }
    const after = kept();
    return { token: await opened(after), livesMs: after.expiresAt - now() };
  }

  /** The token that is kept, unless it ends soon or the CRM refuses it. */
  async function usableToken(refused: string | undefined): Promise<AccessToken | undefined> {
    for (;;) {
      const tokens = kept();
      const livesMs = tokens.expiresAt - now();
      if (livesMs < MIN_LIFE_MS) {
        return undefined;
      }
      const token = await opened(tokens);
      if (token !== refused) {
        return { token, livesMs }; // another request has replaced it
      }
      if (store.get<KeptTokens>(TOKENS)?.expiresAt !== tokens.expiresAt) {
        continue; // it was replaced while it was opened
      }
      if (refreshing === undefined && now() - replacedAt < REPLACE_PAUSE_MS) {
        return { token, livesMs }; // replacing it did not help
      }
      replacedAt = now();
      return undefined;
    }
  }

  return {
    methods: {
      /** Keeps what a person has just consented to, whether or not the app was installed before. */
      async register(args) {
        const { portalId, scopes, accessToken: access, refreshToken, expiresAt } = args as Registration;
        const tokens = await sealed(access, refreshToken, expiresAt);
        const suspendedAt = store.get<InstallRecord>('install')?.suspendedAt;
        store.transaction(() => {
          store.put(TOKENS, tokens);
          putRecord(state, { portalId, scopes, installedAt: now(), ...(suspendedAt !== undefined && { suspendedAt }) });
        });
        due.set(ERASE, '', null);
        due.set(REFRESH, '', now() + IDLE_MS);
        return describe(name, recordOf(state));
      },
      accessToken: (args) => accessToken((args as { readonly refused?: string }).refused),
    },
    due: {
      async [REFRESH]() {
        if (store.get<KeptTokens>(TOKENS) === undefined) {
          return;
        }
        try {
          await refreshed();
        } catch (error) {
          if (!(error instanceof TokenError)) {
            throw error;
          }
          if (error.kind !== 'consent_lost') {
            due.set(REFRESH, '', now() + IDLE_RETRY_MS);
          }
        }
      },
    },
  };
}

/** What `register` is given: from the one place that has just traded a code. */
export interface Registration {
  readonly portalId: number;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

function refuseWithoutAccess({ portalId, lostConsentAt, suspendedAt }: InstallRecord): void {
  if (lostConsentAt !== undefined) {
    throw needsReauth(portalId);
  }
  if (suspendedAt !== undefined) {
    throw new ActorError('install_suspended', `the install of the portal ${portalId} is suspended: svc lets it call nothing`);
  }
}

function needsReauth(portalId: number): ActorError {
  return new ActorError(
    'needs_reauth',
    `the CRM has taken back its consent for the portal ${portalId}: install the app there again, at /oauth-start of its app worker`,
  );
}

function answerTo(error: TokenError, portalId: number): ActorError {
  return error.kind === 'consent_lost' ? needsReauth(portalId) : new ActorError(`token_${error.kind}`, error.message);
}
