import { cardBackend } from '@svc/sdk';

export const newThing = cardBackend('new-thing', {
  label: 'New thing',
  objectTypes: ['contacts'],
  input: {
    recordId: { type: 'string', label: 'Record id' },
  },
  output: {
    message: { type: 'string', label: 'Message' },
  },
  async handler(ctx) {
    return { message: `Shown for record ${ctx.input.recordId ?? '(none)'}` };
  },
});
