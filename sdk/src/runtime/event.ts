import { eventExtension } from '../worker/context/app-events.ts';
import { makeEventSender } from '../worker/context/event-sender.ts';
import { sendStored } from '../worker/context/stored-events.ts';

export { appEvent } from '../declare/app-event.ts';

/** Adds what sends app events. */
export function extend(): void {
  eventExtension.add({ makeSender: makeEventSender, sendStored });
}
