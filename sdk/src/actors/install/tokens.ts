/**
 * The tokens of an install: sealed at rest, and refreshed by one request at a time. A refresh token is durable before
 * the access token of the same response is used.
 *
 * Keys: `tokens`, `app-id`. Due: `refreshTokens`, a week after the last refresh. The CRM sends no event for an
 * uninstall; an idle app notices it by a refused refresh token.
 */

import { appOfToken, type IssuedTokens, requestTokens, TokenError } from '../../crm/token-endpoint.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import { type InstallDescription, MIN_LIFE_MS, STATIC_INSTALL } from '../../protocol/install.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { open, type SealedFor, seal } from '../core/seal.ts';
import { ERASE, eraseLateRecords, eraseLateWrites } from './erase.ts';
import { describe, type InstallRecord, KEPT_MS, putRecord, recordIn, recordOf } from './record.ts';

const TOKENS = 'tokens';

/** The CRM's id of the app, which the token of the install reports. */
const APP_ID = 'app-id';

const REFRESH = 'refreshTokens';

/** Interval of the idle refresh, in ms: a week. */
const IDLE_MS = 7 * 86_400_000;

/** Delay before a failed idle refresh is retried, in ms: a day. */
const IDLE_RETRY_MS = 86_400_000;

/** Shortest interval between replacements of refused tokens, in ms. The CRM may refuse every token. */
const MIN_REPLACE_INTERVAL_MS = 10_000;

/** The stored tokens. */
interface KeptTokens {
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: number;
}

/** An access token for a worker. */
interface AccessToken {
  readonly token: string;
  /** Remaining lifetime, in ms. Not an expiry time, since clocks differ. */
  readonly livesMs: number;
}

/** The arguments of `register`, from the OAuth callback. */
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
      appId: () => tokens.appId(),
    },
    due: { [REFRESH]: () => tokens.keepAlive() },
  };
}

/** One per actor. Concurrent calls share its refresh. */
class InstallTokens {
  readonly #state: ActorState;
  readonly #env: Bindings;
  readonly #app: AppParts;
  /** The refresh in flight. */
  #refreshing: Promise<void> | undefined;
  #replacedAt = -Infinity;
  /** Counts new consents. */
  #consents = 0;

  constructor(state: ActorState, env: Bindings, app: AppParts) {
    this.#state = state;
    this.#env = env;
    this.#app = app;
  }

  /** Stores the tokens of a new consent, whether or not the app was installed before. */
  async register(given: Registration): Promise<InstallDescription> {
    const { portalId, scopes, accessToken, refreshToken, expiresAt } = given;
    const tokens = await this.#sealed(accessToken, refreshToken, expiresAt);
    await eraseLateRecords(this.#state, this.#env);
    const { name, store, due, now } = this.#state;
    const before = recordIn(this.#state);
    const installedAt = now();
    const { suspendedAt, createdAt = installedAt } = before ?? {};
    const record: InstallRecord = { portalId, scopes, installedAt, createdAt, suspendedAt };
    this.#consents += 1;
    eraseLateWrites(this.#state);
    store.transaction(() => {
      store.put(TOKENS, tokens);
      store.delete(APP_ID); // the client id may now be another app's
      putRecord(this.#state, record);
      due.set(ERASE, '', null);
      due.set(REFRESH, '', now() + IDLE_MS);
    });
    return describe(name, record);
  }

  /**
   * Returns a valid access token, refreshed if necessary.
   * @param refused a token that the CRM has refused
   */
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
      // While the CRM is unavailable, the last minute of the old token is used.
      const isDown = error instanceof TokenError && error.kind === 'unavailable';
      if (isDown && refused === undefined && this.#livesMs(before) > 0) {
        return this.#opened(before);
      }
      throw error instanceof TokenError ? answerTo(error, record.portalId) : error;
    }
    return this.#opened(this.#kept());
  }

  /** Returns the CRM's id of the app. Asks the CRM once per consent. */
  async appId(): Promise<number> {
    const { store, now, fetch } = this.#state;
    const kept = store.get<number>(APP_ID);
    if (kept !== undefined) {
      return kept;
    }
    if (this.#state.name === STATIC_INSTALL) {
      throw new ActorError(
        'not_configured',
        "the CRM has no app objects for an app with auth 'static': set auth: 'oauth' and distribution: 'marketplace'",
      );
    }
    const { portalId } = recordOf(this.#state);
    const consents = this.#consents;
    const { token } = await this.accessToken(undefined);
    try {
      const id = await appOfToken({ env: this.#env, profile: this.#app.profile, now, fetch }, token);
      recordOf(this.#state); // throws if the install was erased meanwhile
      if (consents !== this.#consents) {
        return this.appId();
      }
      store.put(APP_ID, id);
      return id;
    } catch (error) {
      throw error instanceof TokenError ? answerTo(error, portalId) : error;
    }
  }

  /** Refreshes an idle install's tokens, to notice revoked consent. */
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

  /** Returns the stored token, unless it expires soon or the CRM refuses it. */
  async #usable(refused: string | undefined): Promise<AccessToken | undefined> {
    for (;;) {
      const tokens = this.#kept();
      if (this.#livesMs(tokens) < MIN_LIFE_MS) {
        return undefined;
      }
      const opened = await this.#opened(tokens);
      if (opened.token !== refused) {
        return opened; // another request has replaced it
      }
      if (this.#state.store.get<KeptTokens>(TOKENS)?.access !== tokens.access) {
        continue; // replaced or sealed again while it was opened
      }
      if (this.#refreshing === undefined && this.#state.now() - this.#replacedAt < MIN_REPLACE_INTERVAL_MS) {
        return opened; // replacing it did not help
      }
      this.#replacedAt = this.#state.now();
      return undefined;
    }
  }

  async #refreshed(): Promise<void> {
    // Set before the first await, so that concurrent calls share it.
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  /** Requests new tokens. Discards them if the app was installed again or erased meanwhile. */
  async #refresh(): Promise<void> {
    const { store, due, now, fetch } = this.#state;
    const before = this.#kept();
    const { text } = await open(this.#place('refresh-token'), before.refresh);
    const isUnchanged = () => store.get<KeptTokens>(TOKENS)?.refresh === before.refresh;
    let issued: IssuedTokens;
    try {
      const context = { env: this.#env, profile: this.#app.profile, now, fetch };
      issued = await requestTokens(context, { grant_type: 'refresh_token', refresh_token: text });
    } catch (error) {
      if (error instanceof TokenError && error.kind === 'consent_lost' && isUnchanged()) {
        this.#loseConsent();
      }
      throw error;
    }
    const after = await this.#sealed(issued.accessToken, issued.refreshToken ?? text, issued.expiresAt);
    if (isUnchanged()) {
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
    log('warn', `consent for the portal ${name} was revoked: the app must be installed again`);
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

  /** Opens the access token. Seals both tokens again if the sealing key has changed. */
  async #opened(tokens: KeptTokens): Promise<AccessToken> {
    const { store } = this.#state;
    const { text, isStale } = await open(this.#place('access-token'), tokens.access);
    if (isStale) {
      const refresh = await open(this.#place('refresh-token'), tokens.refresh);
      const again = await this.#sealed(text, refresh.text, tokens.expiresAt);
      // Not during a refresh, which compares the stored tokens to detect changes.
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
    const message = `the install of the portal ${portalId} is suspended`;
    throw new ActorError('install_suspended', message);
  }
}

function needsReauth(portalId: number): ActorError {
  return new ActorError(
    'needs_reauth',
    `consent for the portal ${portalId} was revoked; install the app again at /oauth-start of its app worker`,
  );
}

function answerTo(error: TokenError, portalId: number): ActorError {
  return error.kind === 'consent_lost' ? needsReauth(portalId) : new ActorError(`token_${error.kind}`, error.message);
}
