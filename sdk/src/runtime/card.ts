import { cardExtension } from '../worker/dispatch/card-extension.ts';
import { warnOfStream, withFlags } from '../worker/dispatch/card-flags.ts';
import { headersOf } from '../worker/dispatch/card-headers.ts';
import { abandon, openStream, streamBody } from '../worker/dispatch/card-stream.ts';

/** Adds card backends. */
export function extend(): void {
  cardExtension.add({ withFlags, headersOf, warnOfStream, openStream, streamBody, abandon });
}
