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
import { getOrCreateConversation } from './talk/conversations/open';
import { publishConversationOf } from './talk/conversations/events';
import { messageFileRule, publishMessagesOfFile } from './talk/messages/files';
import { publishToParticipants } from './talk/messages/add';

export const fileHandlers: FileHandlers = {
  feed: onFeedFileProcessed,
  message: publishMessagesOfFile,
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
  fileHandlers,
  subscribed: getOrCreateConversation,
  relationChanged: publishConversationOf,
  ordersWithheld: publishOrdersOfCharges,
  messageChanged: (tx, id, pair) => publishToParticipants(tx, 'message/changed', id, pair),
};
