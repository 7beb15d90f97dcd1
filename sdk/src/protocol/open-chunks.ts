import type { KeptPage } from './sync.ts';

/** The chunks of a page that the CRM is not known to have, in order. */
export function openChunks({ chunks, done, ahead = [] }: KeptPage): number[] {
  return Array.from({ length: chunks - done }, (_, i) => done + i).filter((chunk) => !ahead.includes(chunk));
}
