import { Extension } from '../../platform/extension.ts';
import type { warnOfStream, withFlags } from './card-flags.ts';
import type { headersOf } from './card-headers.ts';
import type { abandon, openStream, streamBody } from './card-stream.ts';

/** What only card backends do: they stream, and add flags to their responses. */
export const cardExtension = /* @__PURE__ */ new Extension<{
  readonly withFlags: typeof withFlags;
  readonly headersOf: typeof headersOf;
  readonly warnOfStream: typeof warnOfStream;
  readonly openStream: typeof openStream;
  readonly streamBody: typeof streamBody;
  readonly abandon: typeof abandon;
}>('card backends', 'cardBackend');
