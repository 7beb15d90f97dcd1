/** `ctx.crm.conversations`: custom channels, and who the visitors of a website are. */

import type { CrmConversations, CustomChannels } from '../context/crm-conversations.ts';
import { afterOf } from './associations.ts';
import { objectsIn } from './batch-answer.ts';
import type { CrmPaths } from './client.ts';
import { inputOf, pathOf } from './path.ts';
import type { Send } from './send.ts';

export function makeConversations(send: Send, { customChannels, visitorIdentification }: CrmPaths): CrmConversations {
  return {
    customChannels: channels(send, customChannels),
    visitorIdentification: {
      async generateToken(input) {
        return (await send('POST', visitorIdentification, { body: inputOf(input), retry: 'idempotent' })) as { readonly token: string };
      },
    },
  };
}

function channels(send: Send, base: string): CustomChannels {
  const one = (channelId: string) => pathOf(base, { 'channel id': channelId });
  const accounts = (channelId: string) => `${one(channelId)}/channel-accounts`;
  const messages = (channelId: string) => `${one(channelId)}/messages`;
  const account = (channelId: string, id: string) => pathOf(accounts(channelId), { 'account id': id });
  const message = (channelId: string, id: string) => pathOf(messages(channelId), { 'message id': id });
  const get = (path: string) => send('GET', path, { retry: 'idempotent' }) as Promise<never>;
  const create = (path: string, body: object) => send('POST', path, { body: inputOf(body), retry: 'create' }) as Promise<never>;
  const update = (path: string, body: object) =>
    send('PATCH', path, { body: inputOf(body), retry: 'idempotent' }) as Promise<never>;
  return {
    list: () => all(send, base),
    get: async (channelId) => get(one(channelId)),
    register: async (input) => create(base, input),
    update: async (channelId, input) => update(one(channelId), input),
    async archive(channelId) {
      await send('DELETE', one(channelId), { retry: 'idempotent' });
    },
    accounts: {
      list: async (channelId) => all(send, accounts(channelId)),
      create: async (channelId, input) => create(accounts(channelId), input),
      update: async (channelId, id, input) => update(account(channelId, id), input),
    },
    messages: {
      create: async (channelId, input) => create(messages(channelId), input),
      get: async (channelId, id) => get(message(channelId, id)),
      update: async (channelId, id, input) => update(message(channelId, id), input),
    },
  };
}

/** The results of all pages. */
async function all<T>(send: Send, path: string): Promise<T[]> {
  const results: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const page = await send('GET', path, { query: { after }, retry: 'idempotent' });
    results.push(...objectsIn(page, 'results'));
    const next = afterOf(page);
    if (next === undefined || next === after) {
      return results as T[];
    }
    after = next;
  }
}
