import type { PushSourceDefinition } from '../../capability/source.ts';
import { parseBody } from '../../platform/body.ts';
import { json } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { verifySourceHmac } from '../source/source-hmac.ts';
import { type IntakeWorker, takePosted } from './push-intake.ts';
import { targetInstalls } from './target-installs.ts';

/** A post to a push source whose signature is not verified yet. */
export interface PostedCall extends RequestContext {
  /** The request. */
  readonly request: RawRequest;
  /** The parsed URL of the request. */
  readonly url: URL;
}

/** What the worker that received the post provides. */
export interface ReceivingWorker extends IntakeWorker {
  /** Rejects with the code `install_not_found` where the app is not installed. */
  installOf(portalId: number | null): BoundInstall | Promise<BoundInstall>;
}

/** Answers a post: verifies its HMAC, runs `receive`, and stores the rows before it responds. */
export async function postedRows(
  call: PostedCall,
  source: PushSourceDefinition,
  worker: ReceivingWorker,
): Promise<Response> {
  const { env, host, request, url } = call;
  await verifySourceHmac(request, source, env, host.now());
  const event = parseBody(request.headers, request.body);
  const installs = await targetInstalls(call, url.searchParams.get('install'), worker.installOf);
  return json(200, { ok: true, rows: await takePosted(call, source, { event, installs }, worker) });
}
