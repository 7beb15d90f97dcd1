import type { EventEngine } from './app-events.ts';
import { makeEventSender } from './event-sender.ts';
import { sendStored } from './stored-events.ts';

/** The engine of app events. The build adds it to workers that declare events (`appEvent`). */
export const eventEngine: EventEngine = { makeSender: makeEventSender, sendStored };
