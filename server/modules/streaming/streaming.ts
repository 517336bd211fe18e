/** The door of the streams: shows, their chats, and what is given in them. Private shows stand in their own room and end by their own rules. */
export { isInChat } from './chat';
export { removeFromChat } from './chat-keep';
export { endShow } from './end';
export { showToReport } from './find';
export { seeingEngine } from './engines';
export { publishPause, type SessionRow } from './rows';
export { endSession, lockSession, roomState } from './state';
export { assertMayTip, entryOf, tellTip } from './tips';
export { hearEngine, tendShows } from './tend';
