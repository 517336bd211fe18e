/** How far the rights of helpers reach into what is no endpoint: the performer's files, and what her sockets are told. */
import type { ClientEventName, HostEventName } from '@contract/kernel/events';
import type { HelperRight } from '@contract/kernel/delegate-rights';
import type { FileType } from '@contract/values';

/** The files that each right opens. All others of the performer stay closed, her papers first of all. */
const filesOf: Readonly<Record<HelperRight, readonly FileType[]>> = {
  content: [
    ...(['feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser'] as const),
    ...(['photo', 'video', 'video-teaser', 'video-thumbnail'] as const),
  ],
  messages: ['message-photo', 'message-video'],
};

/** Whether a file of this type is shut to who looks, because she works for another and not with such files. */
export const isBeyondHelp = (viewer: { by?: { rights: readonly HelperRight[] } } | null, type: FileType): boolean =>
  viewer?.by !== undefined && !viewer.by.rights.some((right) => filesOf[right].includes(type));

/** Where those hear who help a performer with this. */
export const helperRoom = (performerId: string, right: HelperRight) => `helper:${performerId}:${right}` as const;

const accountRoom = 'account:';

/** What is told of conversations. That somebody types is not kept, and reaches devices by another way. */
const ofMessages: ReadonlySet<string> = new Set<HostEventName>([
  ...(['message/created', 'message/changed', 'message/deleted'] as const),
  ...(['conversation/changed', 'conversation/seen', 'conversation/delivered'] as const),
]);

/** What a device of a helper may say, and with which right. */
const saidWith: Partial<Record<ClientEventName, HelperRight>> = { 'conversation/seen': 'messages', 'conversation/delivered': 'messages' };

/** Whether a device may say this, whoever speaks on it. */
export function maySay(name: ClientEventName, { by }: { by?: { rights: readonly HelperRight[] } }): boolean {
  const right = saidWith[name];
  return by === undefined || (right !== undefined && by.rights.includes(right));
}

/** Which of what a performer is told her helpers are told too, by what it is about. */
function rightFor(name: string, payload: object): HelperRight | null {
  if (ofMessages.has(name)) return 'messages';
  if (name !== ('file/processed' satisfies HostEventName)) return null;
  const { type } = payload as { type: FileType };
  return (Object.keys(filesOf) as HelperRight[]).find((right) => filesOf[right].includes(type)) ?? null;
}

/** The rooms of an event, with those of who help the people meant. */
export function withHelpers(name: string, rooms: readonly string[], payload: object): readonly string[] {
  const right = rightFor(name, payload);
  if (right === null) return rooms;
  const told = rooms.filter((room) => room.startsWith(accountRoom)).map((room) => helperRoom(room.slice(accountRoom.length), right));
  return [...rooms, ...told];
}
