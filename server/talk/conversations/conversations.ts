/** The door of the conversations. What is said in them stands in `messages`. */
export { tellPair } from '../../modules/conversations/changed';
export { said } from './find';
export { deliveredTo, groupOf, readAll, unreadConversations } from './read-marks';
export { conversationOf, pairLock } from './open';
export { holdConversation, messagePrice, writeNeeds, type Standing } from './rows';
