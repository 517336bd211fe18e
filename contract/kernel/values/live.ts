/** Values of shows, their chat and private shows. */

/** `public`: listed for everyone. `private`: between two people. */
export const streamTypes = ['public', 'private'] as const;
export type StreamType = (typeof streamTypes)[number];

/** `idle`: before the first video frame. `reconnecting`: the performer's connection is lost. */
export const streamStatuses = ['idle', 'live', 'reconnecting', 'ended'] as const;
export type StreamStatus = (typeof streamStatuses)[number];

/** Statuses of a show for people named in it. `ahead`: the next show, before its start. */
export const appearanceShowStatuses = ['ahead', ...streamStatuses] as const;

/** Why a show ended: its performer ended it, the video did not return, or an operator ended it. */
export const streamEndReasons = ['owner', 'lost', 'operator'] as const;
export type StreamEndReason = (typeof streamEndReasons)[number];

/** Outcomes of a ticketed show. All but `held` refund the tickets. `broken_off`: it ended in its first minutes. */
export const showOutcomes = ['held', 'broken_off', 'not_held', 'canceled'] as const;
export type ShowOutcome = (typeof showOutcomes)[number];

/**
 * Sales states of a ticketed show. `closed`: it is due but has not started. `started`: it is live, and viewers without a ticket pay to
 * join.
 */
export const ticketStates = ['on_sale', 'sold_out', 'closed', 'started', ...showOutcomes] as const;
export type TicketState = (typeof ticketStates)[number];

/** Why a ticket is refunded: the show's outcome, the creator blocked the fan, or the fan returned it after the show was rescheduled. */
export const ticketRefundCauses = ['broken_off', 'not_held', 'canceled', 'blocked', 'returned'] as const;
export type TicketRefundCause = (typeof ticketRefundCauses)[number];

export const streamLeftReasons = ['left', 'revoked'] as const;

/** Roles in a video room. */
export const liveRoles = ['publisher', 'viewer'] as const;

/** Who may write in the chat of a show. */
export const chatAudiences = ['viewers', 'followers', 'subscribers'] as const;
export type ChatAudience = (typeof chatAudiences)[number];

/** Roles in a chat. */
export const chatRoles = ['owner', 'moderator', 'operator', 'viewer'] as const;
export type ChatRole = (typeof chatRoles)[number];

export const streamMessageTypes = ['text', 'tip', 'system'] as const;
export type StreamMessageType = (typeof streamMessageTypes)[number];

export const privateRequestStatuses = ['pending', 'accepted', 'declined', 'cancelled', 'lapsed', 'ended'] as const;
export type PrivateRequestStatus = (typeof privateRequestStatuses)[number];

/** Why a private show ended: one of the two left, a connection was not restored, the balance was spent, or an operator ended it. */
export const privateShowEndReasons = ['left', 'lost', 'spent', 'operator'] as const;
export type PrivateShowEndReason = (typeof privateShowEndReasons)[number];

/** Content types of WHIP and WHEP bodies. */
export const signalTypes = { offer: 'application/sdp', candidates: 'application/trickle-ice-sdpfrag' } as const;
