import { eventExtension } from '../worker/context/app-events.ts';
import { makeEventSender } from '../worker/context/event-sender.ts';
import { sendStored } from '../worker/context/stored-events.ts';
import { eventsStep } from '../worker/steps/events-step.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';

export { appEvent } from '../declare/app-event.ts';

/** Adds what sends app events. */
export function extend(): void {
  eventExtension.add({ makeSender: makeEventSender, sendStored });
  STEPS.events.add(eventsStep);
}
