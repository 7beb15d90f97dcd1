/**
 * Adds the flag values that a card backend evaluated to its response, and signs it. This applies to cards that declare
 * `flags: 'server'`. A stream starts before its flags are known, and has none.
 */

import { concat, toHex } from '../../platform/bytes.ts';
import { binding } from '../../platform/env.ts';
import { RouteError } from '../../platform/errors.ts';
import { makeMac } from '../../platform/hmac.ts';
import { refuse } from '../../platform/json-text.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Answer } from '../invocation/outcome.ts';

function showsFlags({ context, capability, surface }: Dispatch): boolean {
  const cards = context.worker.app.cards ?? [];
  return surface === 'card' && cards.some(({ flags, backend }) => flags === 'server' && backend === capability.id);
}

/**
 * Adds `flags` to a successful response for a card that declares them.
 * @throws OutputError if the backend returned a function or a symbol, which JSON would drop
 */
export function withFlags(job: Dispatch, invocation: Invocation, answer: Answer): Answer {
  const kind = typeof answer.body['result'];
  if (kind === 'function' || kind === 'symbol') {
    refuse('body.result', kind);
  }
  if (answer.httpStatus !== 200 || !showsFlags(job)) {
    return answer;
  }
  const values = Object.fromEntries([...invocation.flags].filter(([, { value }]) => isJson(value)));
  return { ...answer, body: { ...answer.body, flags: { values } } };
}

/** Reports whether JSON can represent the value. A default from the handler may be any value. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** Adds the signature of a response with flags: HMAC-SHA256(client secret, body). */
export async function signed<Headers>({ context }: Dispatch, headers: Headers, text: string): Promise<Headers> {
  const secret = binding(context.env, 'CRM_CLIENT_SECRET');
  if (secret === undefined) {
    throw new RouteError('not_configured', 'cannot sign the response: bind the secret CRM_CLIENT_SECRET');
  }
  return { ...headers, 'x-svc-response-signature': `v1=${toHex(await makeMac(secret, concat([text])))}` };
}

/** Warns that a streamed response has no flags. */
export function warnOfStream(job: Dispatch, { logger }: Invocation): void {
  if (showsFlags(job)) {
    logger.warn("a stream cannot carry flags, but the card declares flags: 'server'; return a value instead");
  }
}
