import type { KeptPage } from './sync.ts';

/** Returns the chunks of a page that are not confirmed in the CRM, in order. */
export function openChunks({ chunks, done, ahead = [] }: KeptPage): number[] {
  return Array.from({ length: chunks - done }, (_, i) => done + i).filter((chunk) => !ahead.includes(chunk));
}
