// A card backend that waits for the delay in a backpressure error and retries until every call succeeds.
import { cardBackend, isBackpressure } from '@svc/sdk';

export const patient = (id: string) =>
  cardBackend(id, {
    input: { times: { type: 'number', default: 1 } },
    async handler({ crm, input }) {
      let turnedAway = 0;
      for (let read = 0; read < (input.times as number); ) {
        try {
          await crm.request('GET', '/crm/v3/objects/contacts?limit=1');
          read += 1;
        } catch (error) {
          if (!isBackpressure(error)) {
            throw error;
          }
          turnedAway += 1;
          await new Promise((resolve) => setTimeout(resolve, error.retryAfterSeconds * 1000));
        }
      }
      return { read: input.times, isTurnedAwayOften: turnedAway > (input.times as number) };
    },
  });
