/** What the sagas of conversations tell each other. No person asks for these, and no slice keeps them. */
import { creatorOf } from '@web/session/store/slice';

/** The newest messages of a conversation are wanted. */
export const threadAsked = creatorOf<string>('messages/threadAsked');
/** Messages that come after those held are known of. */
export const gapFound = creatorOf<string>('messages/gapFound');
/** What waits to be sent is not what it was. */
export const queueChanged = creatorOf('messages/queueChanged');
/** A message has come to this device, or all of the conversation has been read here; the other one is to learn of it. */
export const markMade = creatorOf<{ id: string } & ({ kind: 'delivered'; seq: number } | { kind: 'seen' })>('conversations/markMade');
