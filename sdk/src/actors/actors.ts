/** The actors of an app. */

import type { ActorClass } from '../runtime/host.ts';
import type { ActorTable } from './actor-part.ts';
import { INSTALL_ACTOR } from './install.ts';
import { PORTAL_ACTOR } from './portal.ts';
import { PROJECT_ACTOR } from './project.ts';

export const ACTORS: Readonly<Record<ActorClass, ActorTable>> = {
  InstallActor: INSTALL_ACTOR,
  PortalActor: PORTAL_ACTOR,
  ProjectActor: PROJECT_ACTOR,
};
