import { ActorError } from '../../protocol/actor.ts';
import type { EventsStepArguments } from '../../protocol/app-events.ts';
import type { Step } from '../../protocol/step.ts';
import { eventExtension } from '../context/app-events.ts';

/** The step that sends one batch of an install's app events to the CRM. */
export const eventsStep: Step = async (context, args) => {
  const { event: id } = args as EventsStepArguments;
  const event = context.worker.app.events?.find((one) => one.id === id);
  if (event === undefined) {
    throw new ActorError('unknown_capability', `the app has no event ${JSON.stringify(id)}; deploy it again`);
  }
  return eventExtension.part.sendStored(context, event, args as EventsStepArguments);
};
