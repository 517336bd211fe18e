/** Shows, their chat, and private shows. */

/** A show that everybody may find, or one of two people. */
export const streamTypes = ['public', 'private'] as const;
export type StreamType = (typeof streamTypes)[number];

/** `idle` is before the first picture, `reconnecting` while the performer's line is lost. */
export const streamStatuses = ['idle', 'live', 'reconnecting', 'ended'] as const;
export type StreamStatus = (typeof streamStatuses)[number];

/** Why a show ended: its performer said so, her picture stayed away, or an operator ended it. */
export const streamEndReasons = ['owner', 'lost', 'operator'] as const;
export type StreamEndReason = (typeof streamEndReasons)[number];

export const streamLeftReasons = ['left', 'revoked'] as const;

/** With a room of pictures somebody does one of these. */
export const liveRoles = ['publisher', 'viewer'] as const;

/** Who may write in the chat of a show. */
export const chatAudiences = ['viewers', 'followers', 'subscribers'] as const;
export type ChatAudience = (typeof chatAudiences)[number];

/** What somebody is in a chat. */
export const chatRoles = ['owner', 'moderator', 'operator', 'viewer'] as const;
export type ChatRole = (typeof chatRoles)[number];

export const streamMessageTypes = ['text', 'tip', 'system'] as const;
export type StreamMessageType = (typeof streamMessageTypes)[number];

export const privateRequestStatuses = ['pending', 'accepted', 'declined', 'cancelled', 'lapsed', 'ended'] as const;
export type PrivateRequestStatus = (typeof privateRequestStatuses)[number];

/** Why a private show ended: one of the two left, a line stayed lost, the balance was spent, or an operator ended it. */
export const showEndReasons = ['left', 'lost', 'spent', 'operator'] as const;
export type ShowEndReason = (typeof showEndReasons)[number];

/** The kinds of body in which a browser and an engine tell each other about a connection. */
export const signalTypes = { offer: 'application/sdp', candidates: 'application/trickle-ice-sdpfrag' } as const;
