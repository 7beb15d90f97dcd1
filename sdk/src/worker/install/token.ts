/** Access tokens of CRM calls: a binding with static auth, else from the install's actor. */

import { binding } from '../../platform/env.ts';
import { remember } from '../../platform/remember.ts';
import { isActorError } from '../../protocol/actor.ts';
import { callAgain } from '../../protocol/call-again.ts';
import { type BoundInstall, MIN_LIFE_MS } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { noteLostConsent } from './install.ts';
import { learnToken } from '../../platform/secrets.ts';

/** Thrown to a handler whose CRM call has no access token. */
export class InstallAccessError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'InstallAccessError';
    this.code = code;
  }
}

/**
 * Returns the install's access token, valid for at least a minute.
 * @param refused the token that the CRM has just rejected; with OAuth another one is requested
 */
export async function accessToken(context: RequestContext, install: BoundInstall, refused?: string): Promise<string> {
  if (context.worker.app.auth === 'static') {
    return staticToken(context);
  }
  const { id, portalId, state } = install;
  if (state === 'suspended') {
    throw new InstallAccessError('install_suspended', `the install ${id} is suspended and cannot call the CRM`);
  }
  if (id === null || portalId === null) {
    throw new InstallAccessError('install_not_found', 'cannot get an access token: the request names no install');
  }
  const cached = tokens.get(portalId);
  if (
    cached !== undefined &&
    cached.token !== refused &&
    context.host.now() < cached.until &&
    context.host.now() >= cached.since
  ) {
    return cached.token;
  }
  return ask(context, portalId, refused);
}

/** Maximum number of cached tokens. Far more than the installs that one isolate serves at a time. */
const MAX_TOKENS = 1000;

/** Cached tokens of this isolate. Plain data, since promises belong to the request that created them. */
const tokens = new Map<number, { readonly token: string; readonly since: number; readonly until: number }>();

async function ask({ host }: RequestContext, portalId: number, refused: string | undefined): Promise<string> {
  const since = host.now();
  let answer: { readonly token: string; readonly livesMs: number };
  try {
    const call = () => host.actor('InstallActor', String(portalId), 'accessToken', { refused });
    answer = await callAgain(call as () => Promise<typeof answer>);
  } catch (error) {
    tokens.delete(portalId);
    const { name, message, code } = error as Error & { readonly code: string };
    if (name === 'TimeoutError') {
      throw error; // the time of the invocation is up
    }
    if (code === 'needs_reauth') {
      noteLostConsent(portalId);
    }
    throw new InstallAccessError(isActorError(error) ? code : 'token_unavailable', message);
  }
  learnToken(answer.token);
  // The actor returns a lifetime, not a time: its clock may differ.
  const until = since + answer.livesMs - MIN_LIFE_MS;
  remember(tokens, MAX_TOKENS, portalId, { token: answer.token, since, until });
  return answer.token;
}

function staticToken({ env }: RequestContext): string {
  const token = binding(env, 'CRM_ACCESS_TOKEN');
  if (token === undefined) {
    throw new InstallAccessError('not_configured', 'ctx.crm has no access token: bind the secret CRM_ACCESS_TOKEN');
  }
  return token;
}
