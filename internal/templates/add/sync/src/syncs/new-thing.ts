import { ok, sync } from '@svc/sdk';

export const newThing = sync('new-thing', {
  label: 'New thing',
  schedule: '1h',
  async handler(ctx) {
    const cursor = await ctx.sync.cursor();
    ctx.logger.info('new-thing ran', { cursor });
    return ok();
  },
});
