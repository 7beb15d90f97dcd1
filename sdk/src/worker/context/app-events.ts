/** `ctx.appEvents`. What sends the occurrences is an extension. */

import type { AppEventsContext } from '../../context/app-data.ts';
import type { Send } from '../../crm/send.ts';
import type { AppEventDefinition } from '../../declare/app-event.ts';
import { Extension } from '../../platform/extension.ts';
import type { EventsStepArguments, EventsStepResult } from '../../protocol/app-events.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { declaredAs } from './declared-as.ts';

/** Sends occurrences of declared events for one install. */
export interface EventSender {
  /** Sends one occurrence. */
  send(event: AppEventDefinition, given: unknown): Promise<void>;
  /** Sends several occurrences. */
  sendBatch(event: AppEventDefinition, given: readonly unknown[]): Promise<void>;
}

/** What runs app events. */
export interface EventEngine {
  /** Makes the sender of one invocation. */
  makeSender(context: RequestContext, installId: string, send: () => Send): EventSender;
  /** Sends a batch that the install's actor has stored. */
  sendStored(context: RequestContext, event: AppEventDefinition, args: EventsStepArguments): Promise<EventsStepResult>;
}

/** What sends app events. */
export const eventExtension = /* @__PURE__ */ new Extension<EventEngine>('app events', 'appEvent');

/** Creates `ctx.appEvents`. */
export function makeAppEvents(context: RequestContext, installId: string, send: () => Send): AppEventsContext {
  let sender: EventSender | undefined;
  const act = async (method: keyof EventSender, ref: unknown, given: unknown) => {
    const event = declaredAs(context.worker.app.events ?? [], ref, 'app event', 'events');
    sender ??= eventExtension.part.makeSender(context, installId, send);
    await sender[method](event, given as readonly unknown[]);
  };
  return {
    send: (ref: unknown, given: unknown) => act('send', ref, given),
    sendBatch: (ref: unknown, given: unknown) => act('sendBatch', ref, given),
  };
}
