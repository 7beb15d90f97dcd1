/**
 * The flags that a card is shown: those that its backend evaluated, as values without rules, in an answer that is signed.
 * Only cards that declare `flags: 'server'` are. A stream has begun before its flags are known, and carries none.
 */

import { concat, toHex } from '../../platform/bytes.ts';
import { binding } from '../../platform/env.ts';
import { HttpError } from '../../platform/errors.ts';
import { makeMac } from '../../platform/hmac.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Answer } from '../invocation/outcome.ts';

function showsFlags({ context, capability, surface }: Dispatch): boolean {
  const cards = context.worker.app.cards ?? [];
  return surface === 'card' && cards.some(({ flags, backend }) => flags === 'server' && backend === capability.id);
}

/** The answer with `flags`, where the card is shown any. Errors have none: their body is that of their code. */
export function withFlags(job: Dispatch, invocation: Invocation, answer: Answer): Answer {
  if (answer.httpStatus !== 200 || !showsFlags(job)) {
    return answer;
  }
  const values = Object.fromEntries([...invocation.flags].filter(([, { value }]) => isJson(value)));
  return { ...answer, body: { ...answer.body, flags: { values } } };
}

/** A default of the handler's own may be anything; the card has one itself. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** The header that signs an answer with flags: HMAC-SHA256 over the bytes of its body, by the client secret. */
export async function signatureOf(
  { context, surface }: Dispatch,
  { body }: Answer,
  text: string,
): Promise<Record<string, string>> {
  if (surface !== 'card' || body['flags'] === undefined) {
    return {};
  }
  const secret = binding(context.env, 'CRM_CLIENT_SECRET');
  if (secret === undefined) {
    throw new HttpError('not_configured', 'the secret CRM_CLIENT_SECRET is not bound, so no answer can be signed');
  }
  return { 'x-svc-response-signature': `v1=${toHex(await makeMac(secret, concat([text])))}` };
}

/** Says why a card that wants flags gets none. */
export function warnOfStream(job: Dispatch, { logger }: Invocation): void {
  if (showsFlags(job)) {
    logger.warn("a stream carries no flags, and the card declares flags: 'server': return a value instead");
  }
}
