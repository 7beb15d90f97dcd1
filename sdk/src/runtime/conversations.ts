import { makeConversations } from '../crm/conversations.ts';
import { conversationsExtension } from '../crm/conversations-extension.ts';

/** Adds `ctx.crm.conversations`. */
export function extend(): void {
  conversationsExtension.add(makeConversations);
}
