import { ok, tool } from '@svc/sdk';

export const newThing = tool('new-thing', {
  label: 'New thing',
  description: 'What this tool does. Shown in the workflow editor.',
  objectType: 'contact',
  input: {
    note: { type: 'string', label: 'Note' },
  },
  output: {
    result: { type: 'string', label: 'Result' },
  },
  async handler(ctx) {
    ctx.logger.info('new-thing ran', { record: ctx.enrolledObject.id });
    return ok({ result: ctx.input.note ?? 'done' });
  },
});
