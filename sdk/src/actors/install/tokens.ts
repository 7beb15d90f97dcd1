/**
 * The tokens of an install: sealed at rest, refreshed by one request at a time, the newest refresh token on disk before
 * anybody is given the access token that came with it.
 *
 * Keys: `tokens`. Due: `refreshTokens`, a week after the last refresh: an app that calls nothing would never learn that
 * it was uninstalled, since the CRM tells nobody; the refresh token that is refused is how it is noticed.
 */

import { type IssuedTokens, requestTokens, TokenError } from '../../crm/token-endpoint.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import { type InstallDescription, MIN_LIFE_MS } from '../../protocol/install.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { open, type SealedFor, seal } from '../core/seal.ts';
import { ERASE } from './erase.ts';
import { describe, type InstallRecord, KEPT_MS, putRecord, recordIn, recordOf } from './record.ts';

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

/** What `register` is given: from the one place that has just traded a code. */
export interface Registration {
  readonly portalId: number;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

export function tokens(state: ActorState, env: Bindings, app: AppParts): ActorPart {
  const tokens = new InstallTokens(state, env, app);
  return {
    methods: {
      register: (args) => tokens.register(args as Registration),
      accessToken: (args) => tokens.accessToken((args as { readonly refused?: string }).refused),
    },
    due: { [REFRESH]: () => tokens.keepAlive() },
  };
}

/** One an actor: what it shares between calls is shared by the calls of one install. */
class InstallTokens {
  readonly #state: ActorState;
  readonly #env: Bindings;
  readonly #app: AppParts;
  /** The refresh that is on its way. */
  #refreshing: Promise<void> | undefined;
  #replacedAt = -Infinity;

  constructor(state: ActorState, env: Bindings, app: AppParts) {
    this.#state = state;
    this.#env = env;
    this.#app = app;
  }

  /** Keeps what a person has just consented to, whether or not the app was installed before. */
  async register(given: Registration): Promise<InstallDescription> {
    const { portalId, scopes, accessToken, refreshToken, expiresAt } = given;
    const tokens = await this.#sealed(accessToken, refreshToken, expiresAt);
    const { name, store, due, now } = this.#state;
    const suspendedAt = recordIn(this.#state)?.suspendedAt;
    const record: InstallRecord = {
      portalId,
      scopes,
      installedAt: now(),
      ...(suspendedAt !== undefined && { suspendedAt }),
    };
    store.transaction(() => {
      store.put(TOKENS, tokens);
      putRecord(this.#state, record);
      due.set(ERASE, '', null);
      due.set(REFRESH, '', now() + IDLE_MS);
    });
    return describe(name, record);
  }

  /** @param refused the token that the CRM has refused */
  async accessToken(refused: string | undefined): Promise<AccessToken> {
    const record = recordOf(this.#state);
    refuseWithoutAccess(record);
    const before = this.#kept();
    const usable = await this.#usable(refused);
    if (usable !== undefined) {
      return usable;
    }
    try {
      await this.#refreshed();
    } catch (error) {
      // A minute's reserve is there to be used when no other can be got.
      const isDown = error instanceof TokenError && error.kind === 'unavailable';
      if (isDown && refused === undefined && this.#livesMs(before) > 0) {
        return this.#handedOut(before);
      }
      throw error instanceof TokenError ? answerTo(error, record.portalId) : error;
    }
    return this.#handedOut(this.#kept());
  }

  /** Notices whether the CRM still consents, though nobody calls it. */
  async keepAlive(): Promise<void> {
    const { store, due, now } = this.#state;
    if (store.get<KeptTokens>(TOKENS) === undefined) {
      return;
    }
    try {
      await this.#refreshed();
    } catch (error) {
      if (!(error instanceof TokenError)) {
        throw error;
      }
      if (error.kind !== 'consent_lost') {
        due.set(REFRESH, '', now() + IDLE_RETRY_MS);
      }
    }
  }

  /** The token that is kept, unless it ends soon or the CRM refuses it. */
  async #usable(refused: string | undefined): Promise<AccessToken | undefined> {
    for (;;) {
      const tokens = this.#kept();
      if (this.#livesMs(tokens) < MIN_LIFE_MS) {
        return undefined;
      }
      const handedOut = await this.#handedOut(tokens);
      if (handedOut.token !== refused) {
        return handedOut; // another request has replaced it
      }
      if (this.#state.store.get<KeptTokens>(TOKENS)?.access !== tokens.access) {
        continue; // it was replaced, or sealed anew, while it was opened
      }
      if (this.#refreshing === undefined && this.#state.now() - this.#replacedAt < REPLACE_PAUSE_MS) {
        return handedOut; // replacing it did not help
      }
      this.#replacedAt = this.#state.now();
      return undefined;
    }
  }

  async #refreshed(): Promise<void> {
    // Held from before the first await: nobody else can begin another one.
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  /** Gets new tokens. What was installed or erased meanwhile wins over what comes back. */
  async #refresh(): Promise<void> {
    const { store, due, now, fetch } = this.#state;
    const before = this.#kept();
    const { text } = await open(this.#place('refresh-token'), before.refresh);
    const isStillOurs = () => store.get<KeptTokens>(TOKENS)?.refresh === before.refresh;
    let issued: IssuedTokens;
    try {
      const context = { env: this.#env, profile: this.#app.profile, now, fetch };
      issued = await requestTokens(context, { grant_type: 'refresh_token', refresh_token: text });
    } catch (error) {
      if (error instanceof TokenError && error.kind === 'consent_lost' && isStillOurs()) {
        this.#loseConsent();
      }
      throw error;
    }
    const after = await this.#sealed(issued.accessToken, issued.refreshToken ?? text, issued.expiresAt);
    if (isStillOurs()) {
      store.put(TOKENS, after);
      due.set(REFRESH, '', now() + IDLE_MS);
    }
  }

  #loseConsent(): void {
    const { name, store, due, now, log } = this.#state;
    store.transaction(() => {
      store.delete(TOKENS);
      putRecord(this.#state, { ...recordOf(this.#state), lostConsentAt: now() });
      due.set(REFRESH, '', null);
      due.set(ERASE, '', now() + KEPT_MS);
    });
    log('warn', `the CRM has taken back its consent for the portal ${name}: the app must be installed again`);
  }

  #kept(): KeptTokens {
    const tokens = this.#state.store.get<KeptTokens>(TOKENS);
    if (tokens === undefined) {
      throw needsReauth(recordOf(this.#state).portalId);
    }
    return tokens;
  }

  #livesMs({ expiresAt }: KeptTokens): number {
    return expiresAt - this.#state.now();
  }

  /** Opens the access token, and seals both anew when another key seals by now. */
  async #handedOut(tokens: KeptTokens): Promise<AccessToken> {
    const { store } = this.#state;
    const { text, isStale } = await open(this.#place('access-token'), tokens.access);
    if (isStale) {
      const refresh = await open(this.#place('refresh-token'), tokens.refresh);
      const again = await this.#sealed(text, refresh.text, tokens.expiresAt);
      // Never under a refresh that is on its way: it knows its own by what is kept.
      if (this.#refreshing === undefined && store.get<KeptTokens>(TOKENS)?.access === tokens.access) {
        store.put(TOKENS, again);
      }
    }
    return { token: text, livesMs: this.#livesMs(tokens) };
  }

  async #sealed(access: string, refresh: string, expiresAt: number): Promise<KeptTokens> {
    const sealed = await Promise.all([
      seal(this.#place('access-token'), access),
      seal(this.#place('refresh-token'), refresh),
    ]);
    return { access: sealed[0], refresh: sealed[1], expiresAt };
  }

  #place(field: 'access-token' | 'refresh-token'): SealedFor {
    return { env: this.#env, install: this.#state.name, field };
  }
}

function refuseWithoutAccess({ portalId, lostConsentAt, suspendedAt }: InstallRecord): void {
  if (lostConsentAt !== undefined) {
    throw needsReauth(portalId);
  }
  if (suspendedAt !== undefined) {
    const message = `the install of the portal ${portalId} is suspended, and calls nothing`;
    throw new ActorError('install_suspended', message);
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
