import type { KeptPage } from './wire.ts';
/** The chunks of a page that the CRM is not known to have, in order. */
export declare function openChunks({ chunks, done, ahead }: KeptPage): number[];
