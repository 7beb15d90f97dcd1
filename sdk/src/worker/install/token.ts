/** The access token that calls of the CRM carry: a binding with static auth, else what the install's actor hands out. */

import { binding } from '../../platform/env.ts';
import { isActorError } from '../../protocol/actor.ts';
import { callAgain } from '../../protocol/call-again.ts';
import { type BoundInstall, MIN_LIFE_MS } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { noteLostConsent } from './install.ts';

/** Why there is no access token, for the handler that called the CRM. */
export class InstallAccessError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'InstallAccessError';
    this.code = code;
  }
}

/**
 * The access token of the install, good for a minute or more.
 * @param refused the token that the CRM has just refused: another one is got, where there can be another
 */
export async function accessToken(context: RequestContext, install: BoundInstall, refused?: string): Promise<string> {
  if (context.worker.app.auth === 'static') {
    return staticToken(context);
  }
  const { id, portalId, state } = install;
  if (state === 'suspended') {
    throw new InstallAccessError('install_suspended', `the install ${id} is suspended: its CRM is not to be called`);
  }
  if (id === null || portalId === null) {
    throw new InstallAccessError('install_not_found', 'no access token belongs to a request that names no install');
  }
  const seen = tokens.get(portalId);
  if (
    seen !== undefined &&
    seen.token !== refused &&
    context.host.now() < seen.until &&
    context.host.now() >= seen.since
  ) {
    return seen.token;
  }
  return ask(context, portalId, refused);
}

/** How many tokens are remembered: far more than one isolate serves installs at a time. */
const MAX_TOKENS = 1000;

/** What this isolate was handed out: plain data, since promises belong to the request that made them. */
const tokens = new Map<number, { readonly token: string; readonly since: number; readonly until: number }>();

async function ask({ host }: RequestContext, portalId: number, refused: string | undefined): Promise<string> {
  const since = host.now();
  let answer: { readonly token: string; readonly livesMs: number };
  try {
    const args = refused === undefined ? {} : { refused };
    answer = await callAgain(
      () => host.actor('InstallActor', String(portalId), 'accessToken', args) as Promise<typeof answer>,
    );
  } catch (error) {
    tokens.delete(portalId);
    if (!isActorError(error)) {
      throw error;
    }
    if (error.code === 'needs_reauth') {
      noteLostConsent(portalId);
    }
    throw new InstallAccessError(error.code, error.message);
  }
  const oldest = tokens.keys().next();
  if (tokens.size >= MAX_TOKENS && !tokens.has(portalId) && oldest.done !== true) {
    tokens.delete(oldest.value);
  }
  // The actor says how long it lives, not until when: its clock may be another machine's.
  tokens.set(portalId, { token: answer.token, since, until: since + answer.livesMs - MIN_LIFE_MS });
  return answer.token;
}

function staticToken({ env }: RequestContext): string {
  const token = binding(env, 'CRM_ACCESS_TOKEN');
  if (token === undefined) {
    throw new InstallAccessError('not_configured', 'ctx.crm has no access token: bind the secret CRM_ACCESS_TOKEN');
  }
  return token;
}
