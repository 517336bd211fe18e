/** Bounds of the embedded engine. What is beyond them is refused or dropped; nothing waits without end. */
import * as limits from '@contract/kernel/limits';

export const liveLimits = {
  rooms: 1_000,
  /** Names of ended rooms that are remembered: credentials for them live an hour at most. */
  endedRooms: 20_000,
  connections: 1_200,
  /** Over all rooms; the oldest makes way for a new one, as it is most likely a page that was closed without a word. */
  connectionsPerIdentity: 10,
  offerLengthMax: 40_000,
  mediaSectionsMax: 8,
  body_bytes_max: 65_536,
  controlConnections: 200,
  eventListeners: 20,
  /** An event listener that reads slower than this is cut off: it comes again, and looks how things stand. */
  eventBacklog_bytes: 1_000_000,
  /** Whoever has answered our answer by then is in, everybody else is out. */
  unfinished_ms: 15_000,
  /** A publisher whose packets stay away so long is shown as gone; the connection may come back. */
  silent_ms: 3_000,
  /** A publisher's connection that carries nothing for so long is ended. */
  mute_ms: 60_000,
  /** A room that nobody was in or asked for is forgotten, with what it knew of people; no credentials live longer. */
  idleRoom_ms: 2 * 3_600_000,
  /** Key frames that a publisher is asked for. */
  keyFramesPerSecond: 2,
  /** Packets kept for viewers that ask again: about two seconds of the best picture. */
  history_packets: 1_024,
  /** When the engine is so far behind, packets are let fall until it has caught up: they would arrive too late, and nothing else would be answered. */
  behind_ms: 300,
  /** Packets that one viewer is sent again per second. */
  resentPerSecond: 400,
  recording: {
    /** What a video of a performer may be long. */
    length_s_max: limits.media_s.video,
    /** A new part begins at the next key frame, so that little is left to convert at the end. */
    part_s: 60,
    /** Recording stops when less is free: the rest of the site needs the disk too. */
    free_bytes_min: 1_000_000_000,
    /** What may wait for a slow disk. */
    unwritten_bytes_max: 16_000_000,
    /** A ready recording that nobody takes is removed. */
    kept_ms: 7 * 86_400_000,
    /** What an engine left behind that was killed is finished when nobody went on with it by then. */
    leftAlone_ms: 120_000,
  },
} as const;
