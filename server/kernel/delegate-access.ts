/** Delegates' rights outside of endpoints: the performer's files and socket events. */
import type { ClientEventName, ServerEventName } from '@contract/kernel/events';
import type { DelegateRight } from '@contract/kernel/delegate-rights';
import type { FileType } from '@contract/kernel/values/files';

/** The file types that each right gives access to. Delegates cannot access any others, in particular identity documents. */
const fileTypesOf: Readonly<Record<DelegateRight, readonly FileType[]>> = {
  content: [
    ...(['feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser'] as const),
    ...(['photo', 'video', 'video-teaser', 'video-thumbnail'] as const),
  ],
  messages: ['message-photo', 'message-video'],
};

/** Whether the viewer is a delegate without a right to files of this type. */
export const isHiddenFromDelegate = (viewer: { delegate?: { rights: readonly DelegateRight[] } } | null, type: FileType): boolean =>
  viewer?.delegate !== undefined && !viewer.delegate.rights.some((right) => fileTypesOf[right].includes(type));

/** The socket room of a performer's delegates with this right. */
export const delegateRoom = (performerId: string, right: DelegateRight) => `helper:${performerId}:${right}` as const;

const accountRoom = 'account:';

/** Events of conversations. Typing indicators are not stored and are sent another way. */
const messageEvents: ReadonlySet<string> = new Set<ServerEventName>([
  ...(['message/created', 'message/changed', 'message/deleted'] as const),
  ...(['conversation/changed', 'conversation/seen', 'conversation/delivered'] as const),
]);

/** Client events that delegates may send, with the required right. */
const rightOfClientEvent: Partial<Record<ClientEventName, DelegateRight>> = {
  'conversation/seen': 'messages',
  'conversation/delivered': 'messages',
};

/** Whether a client may send this event; `delegate` is set for delegates. */
export function maySendClientEvent(name: ClientEventName, { delegate }: { delegate?: { rights: readonly DelegateRight[] } }): boolean {
  const right = rightOfClientEvent[name];
  return delegate === undefined || (right !== undefined && delegate.rights.includes(right));
}

/** The right with which delegates also receive a performer's event; null: they do not receive it. */
function rightFor(name: string, payload: object): DelegateRight | null {
  if (messageEvents.has(name)) return 'messages';
  if (name !== ('file/processed' satisfies ServerEventName)) return null;
  const { type } = payload as { type: FileType };
  return (Object.keys(fileTypesOf) as DelegateRight[]).find((right) => fileTypesOf[right].includes(type)) ?? null;
}

/** The rooms of an event, plus the rooms of the recipients' delegates. */
export function withDelegateRooms(name: string, rooms: readonly string[], payload: object): readonly string[] {
  const right = rightFor(name, payload);
  if (right === null) return rooms;
  const delegateRooms = rooms
    .filter((room) => room.startsWith(accountRoom))
    .map((room) => delegateRoom(room.slice(accountRoom.length), right));
  return [...rooms, ...delegateRooms];
}
