/** The door of the streams: shows, their chats, and what is given in them. Private shows stand in their own room and end by their own rules. */
export { isInChat } from './chat';
export { removeFromChat } from './chat-keep';
export { chosenEngine } from './engines';
export { answerTo, findShow } from './find';
export { publishInfo, shown_s, type SessionRow, type StreamAnswer } from './rows';
export { endSession, lockSession, lookAt, roomState } from './state';
export { assertMayTip, entryOf, tellTip, type TipPlace } from './tips';
export { hearEngine, tendShows } from './tend';
