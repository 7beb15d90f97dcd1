/** Replays a post to a push source, for one install. The sender's signature was verified when it arrived. */

import { RouteError } from '../../platform/errors.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { PostedStepArguments, PostedStepResult } from '../../protocol/failed-deliveries.ts';
import { unboundInstall } from '../../protocol/install.ts';
import type { Step } from '../../protocol/step.ts';
import { sourceExtension } from '../../sync/source-extension.ts';
import { Invocation } from '../invocation/invocation.ts';

export const postedStep: Step = async (context, args): Promise<PostedStepResult> => {
  const { source: name, install, event } = args as PostedStepArguments;
  const source = context.worker.pushSources.get(name);
  if (source === undefined) {
    throw new ActorError('unknown_capability', `the worker has no push source ${JSON.stringify(name)}`);
  }
  try {
    await sourceExtension.part.replay(context, source, { event, installs: [install] }, (capability, input) => {
      return new Invocation({ context, capability, surface: 'push', install: unboundInstall(null), input });
    });
    return { status: 200 };
  } catch (error) {
    if (error instanceof RouteError) {
      return { status: error.status };
    }
    throw error;
  }
};
