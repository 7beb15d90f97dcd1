import { Extension } from '../../platform/extension.ts';
import type { withFlags } from './card-flags.ts';
import type { headersOf } from './card-headers.ts';
import type { abandon, openStream } from './card-stream.ts';
import type { streamResponse } from './card-stream-response.ts';

/** What only card backends do: they stream, and add flags to their responses. */
export const cardExtension = /* @__PURE__ */ new Extension<{
  readonly withFlags: typeof withFlags;
  readonly headersOf: typeof headersOf;
  readonly openStream: typeof openStream;
  readonly streamResponse: typeof streamResponse;
  readonly abandon: typeof abandon;
}>('card backends', 'cardBackend');
