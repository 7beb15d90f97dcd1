/** The actors of an app. */
import type { ActorClass } from '../runtime/host.ts';
import type { ActorTable } from './actor-part.ts';
export declare const ACTORS: Readonly<Record<ActorClass, ActorTable>>;
