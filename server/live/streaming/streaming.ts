/** The door of the streams: shows, their chats, and what is given in them. Private shows stand in their own room and end by their own rules. */
export { isInChat } from './chat/chat';
export { removeFromChat } from './chat/chat-moderation';
export { endShow } from './end';
export { showToReport } from './find';
export { seeingEngine } from '../../modules/streaming/engines';
export { publishPause, type SessionRow } from './rows';
export { endSession, lockSession, roomState } from './state';
export { assertMayTip, entryOf, tellTip } from './chat/tips';
export { hearEngine, tendShows } from './reconcile';
