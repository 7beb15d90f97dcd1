import type { CrmConversations } from '../context/crm-conversations.ts';
import { type CallTable, callsOf } from './calls-of.ts';
import type { CrmPaths } from './paths.ts';
import type { Send } from './send.ts';

const CHANNEL_CALLS: CallTable = {
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

const VISITOR_CALLS: CallTable = { generateToken: 'POST ' };

/** Makes `ctx.crm.conversations`. */
export function makeConversations(send: Send, paths: CrmPaths): CrmConversations {
  return {
    customChannels: callsOf(send, paths.customChannels, CHANNEL_CALLS),
    visitorIdentification: callsOf(send, paths.visitorIdentification, VISITOR_CALLS),
  };
}
