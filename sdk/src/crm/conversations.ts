import type { CallTable } from './calls-of.ts';

/** The calls of `ctx.crm.conversations.customChannels`. */
export const CHANNEL_CALLS: CallTable = {
  list: 'LIST ',
  get: 'GET /{channel id}',
  register: 'POST ',
  update: 'PATCH /{channel id}',
  archive: 'DELETE /{channel id}',
  accounts: {
    list: 'LIST /{channel id}/channel-accounts',
    create: 'POST /{channel id}/channel-accounts',
    update: 'PATCH /{channel id}/channel-accounts/{account id}',
  },
  messages: {
    create: 'POST /{channel id}/messages',
    get: 'GET /{channel id}/messages/{message id}',
    update: 'PATCH /{channel id}/messages/{message id}',
  },
};

/** The calls of `ctx.crm.conversations.visitorIdentification`. */
export const VISITOR_CALLS: CallTable = { generateToken: 'POST ' };
