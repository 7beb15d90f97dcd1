import { trigger } from '@svc/sdk';

export const newThing = trigger('new-thing', {
  label: 'New thing',
  eventType: 'contact.propertyChange.email',
  async handler(ctx) {
    for (const event of ctx.input.events) {
      ctx.logger.info('new-thing received', { event });
    }
  },
});
