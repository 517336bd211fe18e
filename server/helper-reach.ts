/** How far the rights of helpers reach into what is no endpoint: the performer's files, and what her sockets are told. */
import type { HostEventName } from '@contract/events';
import type { HelperRight } from '@contract/helper-rights';
import type { FileType } from '@contract/values';

/** The files that each right opens. All others of the performer stay closed, her papers first of all. */
const filesOf: Readonly<Record<HelperRight, readonly FileType[]>> = {
  content: [
    ...(['feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser'] as const),
    ...(['photo', 'video', 'video-teaser', 'video-thumbnail'] as const),
  ],
};

/** Whether a file of this type is shut to who looks, because she works for another and not with such files. */
export const isBeyondHelp = (viewer: { by?: { rights: readonly HelperRight[] } } | null, type: FileType): boolean =>
  viewer?.by !== undefined && !viewer.by.rights.some((right) => filesOf[right].includes(type));

/** Where those hear who help a performer with this. */
export const helperRoom = (performerId: string, right: HelperRight) => `helper:${performerId}:${right}` as const;

const accountRoom = 'account:';

/** Which of what a performer is told her helpers are told too, by what it is about. */
function rightFor(name: string, payload: object): HelperRight | null {
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
