/** The response of a card backend that streams. */

import { isBackpressure } from '../../crm/gate/backpressure.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { warnOfStream } from './card-flags.ts';
import { invocationHeader } from './card-headers.ts';
import { type RunningStream, streamBody } from './card-stream.ts';

/** Responds with the stream, and ends the invocation when the stream ends. */
export function streamResponse(job: Dispatch, invocation: Invocation, stream: RunningStream): Response {
  warnOfStream(job, invocation);
  const body = streamBody(stream, (how, error) => {
    const isThrottled = isBackpressure(error);
    if (how === 'error' && !isThrottled) {
      invocation.uncaught(error);
    }
    invocation.end(isThrottled ? 'ok' : how, 200, isThrottled);
  });
  return new Response(body, { headers: { 'content-type': stream.contentType, ...invocationHeader(invocation) } });
}
