/** The modules that implement the context's hooks. */
import { commentFileRule } from './content/comments/access';
import type { FileRules } from './content/entitlements/files';
import { onFeedFileProcessed } from './content/feeds/files';
import { publishOrdersOfCharges } from './content/orders/rows';
import { itemFileRules } from './content/items/file-rules';
import { syncVideoFiles } from './content/videos/videos';
import { welcomeVideoRule } from './people/performers/welcome';
import type { Hooks } from './platform/hooks';
import type { FileHandlers } from './platform/media/file-handlers';
import { conversationOf } from './talk/conversations/open';
import { publishConversationOf } from './talk/conversations/events';
import { messageFileRule, messageFileSettled } from './talk/messages/files';
import { publishToParticipants } from './talk/messages/add';

export const fileSettled: FileHandlers = {
  feed: onFeedFileProcessed,
  message: messageFileSettled,
  video: (tx, { attachedId }) => syncVideoFiles(tx, attachedId),
};

export const fileRules: FileRules = {
  ...itemFileRules,
  performer: welcomeVideoRule,
  message: messageFileRule,
  comment: commentFileRule,
};

export const hooks: Hooks = {
  fileRules,
  fileSettled,
  subscribed: conversationOf,
  relationChanged: publishConversationOf,
  ordersWithheld: publishOrdersOfCharges,
  messageChanged: (tx, id, pair) => publishToParticipants(tx, 'message/changed', id, pair),
};
