import type { KeptPage } from './sync.ts';
/** The chunks of a page that the CRM is not known to have, in order. */
export declare function openChunks({ chunks, done, ahead }: KeptPage): number[];
