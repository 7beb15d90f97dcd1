import { makeHttpClient } from '../platform/http-client.ts';
import { httpExtension } from '../worker/context/http-extension.ts';

/** Adds `ctx.http`. */
export function extend(): void {
  httpExtension.add(makeHttpClient);
}
