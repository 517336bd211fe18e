/** The rooms of sockets: who is in which, and who is left out of what is said there. */
import type { Server } from 'socket.io';

/** By the word before the colon of what is left out: the rooms that hold those people. */
const leftOut: Record<string, string> = { apart: 'account', closed: 'country' };

const wordOf = (room: string): string => room.slice(0, room.indexOf(':'));
const isLeftOut = (room: string): boolean => Object.hasOwn(leftOut, wordOf(room));

/** Those in the rooms, on all hosts, without those who are named as being left out. */
export const within = (io: Server, rooms: readonly string[]): ReturnType<Server['to']> =>
  io
    .to(rooms.filter((room) => !isLeftOut(room)))
    .except(rooms.filter(isLeftOut).map((room) => `${leftOut[wordOf(room)] ?? ''}${room.slice(room.indexOf(':'))}`));
