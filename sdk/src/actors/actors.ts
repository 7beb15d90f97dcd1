import type { ActorClass } from '../platform/host.ts';
import type { ActorTable } from './core/actor-part.ts';
import { INSTALL_ACTOR } from './install.ts';
import { PORTAL_ACTOR } from './portal.ts';
import { PROJECT_ACTOR } from './project.ts';

/** The parts of each actor class. */
export const ACTORS: Readonly<Record<ActorClass, ActorTable>> = {
  InstallActor: INSTALL_ACTOR,
  PortalActor: PORTAL_ACTOR,
  ProjectActor: PROJECT_ACTOR,
};
