/** `ctx.appEvents`: occurrences of the app's own events, gathered for the install and sent in batches. */

import type { AppEventRef, AppEventsContext } from '../../context/app-data.ts';
import type { Send } from '../../crm/send.ts';
import type { AppEventDefinition } from '../../declare/app-event.ts';
import type { Occurrence } from '../../protocol/app-events.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { readOccurrence } from './app-event-occurrence.ts';
import { declaredAs } from './declared-as.ts';
import { MAX_OCCURRENCES, postAppEvents } from './post-app-events.ts';

/** Spec, Limits. */
const DEFAULT_BATCHING = { maxSize: MAX_OCCURRENCES, maxDelayMs: 5000 };

/**
 * What is sent in one turn of the handler goes to the install's actor in one call; it is safe there when `send` resolves,
 * and leaves with others. Without batching, and by `sendBatch`, it goes to the CRM at once.
 */
export function makeAppEvents(context: RequestContext, installId: string, send: () => Send): AppEventsContext {
  const { app, profile, worker } = context.worker;
  const find = (ref: AppEventRef) => declaredAs(app.events ?? [], ref, 'app event', 'events');
  const batching = app.appEvents?.batching === false ? false : { ...DEFAULT_BATCHING, ...app.appEvents?.batching };
  /** What waits for the end of this turn, by the id of its event. */
  const gathering = new Map<string, { readonly occurrences: Occurrence[]; readonly kept: Promise<void> }>();

  function keep(event: AppEventDefinition, occurrence: Occurrence): Promise<void> {
    let gathered = gathering.get(event.id);
    if (gathered === undefined) {
      const occurrences: Occurrence[] = [];
      const kept = Promise.resolve().then(async () => {
        gathering.delete(event.id);
        await context.host.actor('InstallActor', installId, 'eventsPut', {
          worker: worker.name,
          event: event.id,
          occurrences,
          ...(batching || {}),
        });
      });
      context.waitUntil(kept.catch(() => {})); // a handler that does not wait is told by nobody, but it is kept
      gathered = { occurrences, kept };
      gathering.set(event.id, gathered);
    }
    gathered.occurrences.push(occurrence);
    return gathered.kept;
  }

  async function post(event: AppEventDefinition, occurrences: readonly Occurrence[]): Promise<void> {
    for (let at = 0; at < occurrences.length; at += MAX_OCCURRENCES) {
      const chunk = occurrences.slice(at, at + MAX_OCCURRENCES);
      const refused = await postAppEvents(send(), profile.paths.appEvents, event.uid, chunk);
      const [first] = refused;
      if (first !== undefined) {
        throw new Error(
          `the CRM refused ${refused.length} of ${chunk.length} occurrences of ${JSON.stringify(event.id)}; ${JSON.stringify(first.id)}: ${first.message}`,
        );
      }
    }
  }

  return {
    async send(ref: AppEventRef, given: unknown) {
      const event = find(ref);
      const occurrence = readOccurrence(event, given, context.host.now());
      await (batching === false ? post(event, [occurrence]) : keep(event, occurrence));
    },
    async sendBatch(ref: AppEventRef, given: readonly unknown[]) {
      const event = find(ref);
      if (!Array.isArray(given)) {
        throw new TypeError('sendBatch takes an event and an array of occurrences');
      }
      const now = context.host.now();
      await post(
        event,
        given.map((one) => readOccurrence(event, one, now)),
      );
    },
  };
}
