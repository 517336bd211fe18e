/** Socket rooms and exclusions. */
import type { Server } from 'socket.io';

/** Rooms to exclude by the prefix of an exclusion. */
const exclusionRooms: Record<string, string> = { apart: 'account', closed: 'country' };

const prefixOf = (room: string): string => room.slice(0, room.indexOf(':'));
const isExclusion = (room: string): boolean => Object.hasOwn(exclusionRooms, prefixOf(room));

/** The sockets in the rooms, on all processes, without the excluded ones. */
export const emitterFor = (io: Server, rooms: readonly string[]): ReturnType<Server['to']> =>
  io
    .to(rooms.filter((room) => !isExclusion(room)))
    .except(rooms.filter(isExclusion).map((room) => `${exclusionRooms[prefixOf(room)] ?? ''}${room.slice(room.indexOf(':'))}`));
