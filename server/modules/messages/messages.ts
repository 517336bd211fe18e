/** The door of the messages. Writing one stands in `send`, which charges fees, and is used by its endpoint alone. */
export { addMessage, tellBoth, tellOfMessages } from '../../talk/messages/add';
export { messageFileRule, messageFileSettled, sharedFileUse } from '../../talk/messages/files';
export { removeMessage, withdraw } from '../../talk/messages/remove';
export { loadMessages, messageAnswers, shownTo, wireOf, type MessageAnswer } from '../../talk/messages/rows';
export { foldedOf, wordsIn } from '../../talk/messages/search-index';
