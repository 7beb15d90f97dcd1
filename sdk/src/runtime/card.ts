import { cardExtension } from '../worker/dispatch/card-extension.ts';
import { withFlags } from '../worker/dispatch/card-flags.ts';
import { headersOf } from '../worker/dispatch/card-headers.ts';
import { abandon, openStream } from '../worker/dispatch/card-stream.ts';
import { streamResponse } from '../worker/dispatch/card-stream-response.ts';
import { CAPABILITY_ROUTES } from '../worker/routes/capability-routes.ts';
import { card } from '../worker/routes/card.ts';

/** Adds card backends. */
export function extend(): void {
  CAPABILITY_ROUTES.cardBackends.add(card);
  cardExtension.add({ withFlags, headersOf, openStream, streamResponse, abandon });
}
