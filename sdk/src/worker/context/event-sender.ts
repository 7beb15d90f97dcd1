/** Sends occurrences of the app's events, batched per install. */

import type { Send } from '../../crm/send.ts';
import type { AppEventDefinition } from '../../declare/app-event.ts';
import type { Occurrence } from '../../protocol/app-events.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { readOccurrence } from './app-event-occurrence.ts';
import type { EventSender } from './app-events.ts';
import { EventName } from './event-name.ts';
import { MAX_OCCURRENCES, postAppEvents } from './post-app-events.ts';
import { invalid } from '../../platform/arguments.ts';

/** Defaults of the specification: 500 occurrences, 5 s. */
const DEFAULT_BATCHING = { maxSize: MAX_OCCURRENCES, maxDelayMs: 5000 };

/**
 * Creates the sender behind `ctx.appEvents`. Occurrences of one microtask turn go to the install's actor in one call. They are stored
 * when `send` resolves, and the actor sends them in batches. `sendBatch`, and `send` without batching, call the CRM.
 */
export function makeEventSender(context: RequestContext, installId: string, send: () => Send): EventSender {
  const { app, profile, worker } = context.worker;
  const batching = app.appEvents?.batching === false ? false : { ...DEFAULT_BATCHING, ...app.appEvents?.batching };
  /** Occurrences of this turn, by event id. */
  const pending = new Map<string, { readonly occurrences: Occurrence[]; readonly kept: Promise<void> }>();

  function keep(event: AppEventDefinition, occurrence: Occurrence): Promise<void> {
    let batch = pending.get(event.id);
    if (batch === undefined) {
      const occurrences: Occurrence[] = [];
      const kept = Promise.resolve().then(async () => {
        pending.delete(event.id);
        await context.host.actor('InstallActor', installId, 'eventsPut', {
          worker: worker.name,
          event: event.id,
          occurrences,
          ...(batching || {}),
        });
      });
      context.waitUntil(kept.catch(() => {})); // stored even if the handler does not await
      batch = { occurrences, kept };
      pending.set(event.id, batch);
    }
    batch.occurrences.push(occurrence);
    return batch.kept;
  }

  async function post(event: AppEventDefinition, occurrences: readonly Occurrence[]): Promise<void> {
    const name = new EventName(context, installId, event);
    for (let at = 0; at < occurrences.length; at += MAX_OCCURRENCES) {
      const chunk = occurrences.slice(at, at + MAX_OCCURRENCES);
      const refused = await postAppEvents(send(), profile.paths.appEvents, name, chunk);
      const [first] = refused;
      if (first !== undefined) {
        const count = `${refused.length} of ${chunk.length} occurrences`;
        const reason = `${JSON.stringify(first.id)}: ${first.message}`;
        throw new Error(`the CRM refused ${count} of ${JSON.stringify(event.id)}; ${reason}`);
      }
    }
  }

  return {
    async send(event, given) {
      const occurrence = readOccurrence(event, given, context.host.now());
      await (batching === false ? post(event, [occurrence]) : keep(event, occurrence));
    },
    async sendBatch(event, given) {
      if (!Array.isArray(given)) {
        throw invalid('sendBatch expects an event and an array of occurrences');
      }
      const now = context.host.now();
      await post(
        event,
        given.map((one) => readOccurrence(event, one, now)),
      );
    },
  };
}
