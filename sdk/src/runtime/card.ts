import { cardExtension } from '../worker/dispatch/card-extension.ts';
import { signatureOf, warnOfStream, withFlags } from '../worker/dispatch/card-flags.ts';
import { warnOfSize } from '../worker/dispatch/card-size.ts';
import { abandon, openStream, streamBody } from '../worker/dispatch/card-stream.ts';

/** Adds card backends. */
export function extend(): void {
  cardExtension.add({ withFlags, signatureOf, warnOfStream, warnOfSize, openStream, streamBody, abandon });
}
