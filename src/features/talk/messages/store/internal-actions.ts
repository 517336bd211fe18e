/** Actions between the sagas of conversations. The UI dispatches none of them, and no slice handles them. */
import { createAction } from '@web/session/store/slice';

/** Loads the newest messages of a conversation. */
export const newestRequested = createAction<string>('messages/newestRequested');
/** Newer messages than the loaded ones exist. */
export const gapFound = createAction<string>('messages/gapFound');
/** The send queue has changed. */
export const queueChanged = createAction('messages/queueChanged');
/** A message has reached this device, or the whole conversation has been read here; the other participant is to be notified. */
export const markAdded = createAction<{ id: string } & ({ kind: 'delivered'; seq: number } | { kind: 'seen' })>('conversations/markAdded');
