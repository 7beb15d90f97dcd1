import type { CrmClient, CrmRequestInit } from '../context/crm.ts';
import { associationsExtension } from './associations-extension.ts';
import { batchExtension } from './batch-extension.ts';
import { budgetExtension } from './budget-extension.ts';
import { conversationsExtension } from './conversations-extension.ts';
import { makeObjects } from './objects.ts';
import type { CrmPaths } from './paths.ts';
import { propertiesExtension } from './properties-extension.ts';
import { type CrmOptions, makeSend } from './send.ts';

/** Makes the CRM client of one invocation. */
export function makeCrmClient(options: CrmOptions, paths: CrmPaths): CrmClient {
  const send = makeSend(options);
  const transport = { send, pace: options.pacer.options, signal: () => options.deadlineSignal?.signal };
  return {
    objects: makeObjects(send, paths),
    budget: budgetExtension.member((make) => make(options.pacer)),
    batch: batchExtension.member((make) => make(transport, paths)),
    associations: associationsExtension.member((make) => make(send, paths)),
    properties: propertiesExtension.member((make) => make(send, paths)),
    conversations: conversationsExtension.member((make) => make(send, paths)),
    request: <T>(method: string, path: string, init?: CrmRequestInit) => send(method, path, init) as Promise<T>,
  };
}
