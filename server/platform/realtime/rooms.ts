/** Socket rooms and exclusions. */
import type { Server } from 'socket.io';

/** The prefix of the rooms that are excluded, by the prefix of the exclusion. */
const excludedPrefixes: Record<string, string> = { apart: 'account', closed: 'country' };

const prefixOf = (room: string): string => room.slice(0, room.indexOf(':'));
const isExclusion = (room: string): boolean => Object.hasOwn(excludedPrefixes, prefixOf(room));

/** The sockets in the rooms, on all processes, without the excluded ones. */
export const emitterFor = (io: Server, rooms: readonly string[]): ReturnType<Server['to']> =>
  io
    .to(rooms.filter((room) => !isExclusion(room)))
    .except(rooms.filter(isExclusion).map((room) => `${excludedPrefixes[prefixOf(room)] ?? ''}${room.slice(room.indexOf(':'))}`));
