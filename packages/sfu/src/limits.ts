/** Limits of the engine. What exceeds them is rejected or dropped; nothing waits forever. */
export const sfuLimits = {
  rooms: 1_000,
  /** Names of ended rooms that are remembered: credentials for them are valid for an hour at most. */
  endedRooms: 20_000,
  connections: 1_200,
  /** In all rooms together; a new connection replaces the oldest, which most likely belongs to a page that was closed without a DELETE. */
  connectionsPerIdentity: 10,
  offerLengthMax: 40_000,
  mediaSectionsMax: 8,
  body_bytes_max: 65_536,
  controlConnections: 200,
  eventListeners: 20,
  /** An event listener with more unread bytes is disconnected: it reconnects and reads the current state. */
  eventBacklog_bytes: 1_000_000,
  /** A connection that is not established by then is closed. */
  connectTimeout_ms: 15_000,
  /** A publisher without packets for this long counts as gone; the connection may recover. */
  publisherGone_ms: 3_000,
  /** A publisher's connection without packets for this long is closed. */
  silentDisconnect_ms: 60_000,
  /** How long an empty room with evictions is kept; no credentials are valid for longer. */
  revocation_ms: 2 * 3_600_000,
  /** How long any other empty room is kept, such as that of a connection test before a show. A later participant creates it again. */
  emptyRoom_ms: 5 * 60_000,
  /** Key frame requests to one publisher. */
  keyFrameRequestsPerSecond: 2,
  /** Packets stored for retransmission: about two seconds of video at the highest bitrate. */
  history_packets: 1_024,
  /** When the engine is this far behind, it drops packets until it has caught up: they would be late, and calls would time out. */
  overload_ms: 300,
  /** Retransmitted packets per viewer. */
  retransmissionsPerSecond: 400,
  recording: {
    /** After this time a new part begins at the next key frame, so that little is left to convert at the end. */
    part_s: 60,
    /** Recording stops when less disk space is free: the rest of the site needs it too. */
    free_bytes_min: 1_000_000_000,
    /** Bytes that may be buffered for a slow disk. */
    writeBacklog_bytes_max: 16_000_000,
    /** A finished recording that the application does not collect is removed after this time. */
    retention_ms: 7 * 86_400_000,
    /** A recording left by a killed engine is finished after this time unless it has been started again. */
    orphaned_ms: 120_000,
  },
} as const;
