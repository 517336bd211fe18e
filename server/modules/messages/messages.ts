/** The door of the messages. Writing one stands in `send`, which charges fees, and is used by its endpoint alone. */
export { addMessage, tellBoth, tellOfMessages } from './add';
export { messageFileRule, messageFileSettled, sharedFileUse } from './files';
export { removeMessage, withdraw } from './remove';
export { loadMessages, messageAnswers, shownTo, wireOf, type MessageAnswer } from './rows';
export { foldedOf, wordsIn } from './words';
