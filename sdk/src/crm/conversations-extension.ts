import { Extension } from '../platform/extension.ts';
import type { makeConversations } from './conversations.ts';

/** What makes `ctx.crm.conversations`. */
export const conversationsExtension = /* @__PURE__ */ new Extension<typeof makeConversations>(
  'ctx.crm.conversations',
  'conversations',
);
