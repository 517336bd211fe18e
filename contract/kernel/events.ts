/** Socket events: names and payloads. Plain values and types: the browser imports this file. */
import type { z } from 'zod';
import type { Conversation, Message } from '../talk/chat';
import type { clientEvents } from './client-events';
import type { File, Person, PublicSettings } from './entities';
import type { PrivateRequest, Stream, StreamInfo, StreamMessage } from '../live/live';
import type { Charge, PaymentTransaction, PayoutRequest, Subscription } from '../money/money';
import type { Notification } from '../people/notifications';
import type { Right } from './rights';
import type { Order } from '../content/store';
import type { ExportStatus } from './values/files';
import type { StreamEndReason, streamLeftReasons } from './values/live';
import type { ReportStatus } from './values/moderation';
import type { TransferReason } from './values/money';
import type { SessionEndReason } from './values/people';

type ClientPayload<N extends keyof typeof clientEvents> = z.input<(typeof clientEvents)[N]>;

/** From the browser to the server; each is acknowledged with an `Ack`. */
export interface ClientEvents {
  /** Sent after each connect and reconnect. */
  'auth/login': { payload: ClientPayload<'auth/login'>; response: { accountId: string } };
  /** The open conversation has been read to its end. */
  'conversation/seen': { payload: ClientPayload<'conversation/seen'>; response: { seq: number } };
  /** A device has received the messages up to this `seq`. */
  'conversation/delivered': { payload: ClientPayload<'conversation/delivered'>; response: { seq: number } };
  'conversation/typing': { payload: ClientPayload<'conversation/typing'>; response: { told: boolean } };
  /** The accounts whose presence this screen shows. Replaces those named before. */
  'presence/watch': { payload: ClientPayload<'presence/watch'>; response: { online: string[] } };
  /** An entitled viewer joins: they receive the show's events and count as a viewer. */
  'stream/joined': { payload: ClientPayload<'stream/joined'>; response: { stream: z.input<typeof Stream> } };
  'stream/left': { payload: ClientPayload<'stream/left'>; response: { streamId: string } };
}

/** From the server to the browser. */
export interface ServerEvents {
  /** To the operator: all their rights, after a change. */
  'account/rights-changed': { rights: Right[] };
  /** To the account's own room: the session is over and the socket closes. */
  'session/ended': { sessionId: string; reason: SessionEndReason };
  /** To the rooms of accounts that may see it: the first socket opened, or the last was closed some time ago. */
  'presence/changed': { accountId: string; isOnline: boolean };
  /** To the owner of the wallet, or to the performer who earned: a transfer changed the balance. Amounts in tokens. */
  'wallet/balance-changed': { change: number; balance: number; reason: TransferReason; subjectId: string };
  /** To the buyer: a charge took effect. */
  'charge/settled': z.input<typeof Charge>;
  /** To the payer: a payment succeeded, failed or was refunded. */
  'payment/settled': z.input<typeof PaymentTransaction>;
  /** To the payer: the bank requires the customer to authenticate. */
  'payment/action-required': z.input<typeof PaymentTransaction>;
  /** To the fan and to the performer. */
  'subscription/changed': z.input<typeof Subscription>;
  /** To the buyer and to the seller. */
  'order/changed': z.input<typeof Order>;
  /** To the performer, and to operators. */
  'payout/changed': z.input<typeof PayoutRequest>;
  /** To the file's owner: another 10 % is processed, the first rendition is playable, it is finished or it failed. */
  'file/processed': z.input<typeof File>;
  /** To both members, each with their own view: a message was sent. */
  'message/created': z.input<typeof Message>;
  /** The message after it was bought, or after its files became ready. */
  'message/changed': z.input<typeof Message>;
  /** To both members: it was deleted or unsent. */
  'message/deleted': { _id: string; conversationId: string };
  /** To the other member: `accountId` has received the messages up to this `seq`. */
  'conversation/delivered': { conversationId: string; accountId: string; seq: number };
  /** To both members: `accountId` has read the messages up to this `seq`. */
  'conversation/seen': { conversationId: string; accountId: string; seq: number };
  /** To the other member; neither stored nor repeated. */
  'conversation/typing': { conversationId: string; accountId: string; isTyping: boolean };
  /** To a member, with their own view: created, muted, blocked, or a subscription began or ended. */
  'conversation/changed': z.input<typeof Conversation>;
  /** To the account: the numbers of unread conversations and notifications, counted up to `unreadCountedMax`. */
  'unread/changed': { conversations: number; notifications: number };
  /** To the show's owner and moderators: a viewer joined. */
  'stream/joined': { streamId: string; person: z.input<typeof Person> };
  /** To the show's owner and moderators; with reason `revoked` also to the viewer, whose access has ended. */
  'stream/left': { streamId: string; accountId: string; reason: (typeof streamLeftReasons)[number] };
  /** To the show, and to followers and subscribers: its video started, or its performer reconnected. */
  'stream/started': { streamId: string; performerId: string; sessionId: string };
  'stream/ended': { streamId: string; performerId: string; sessionId: string; reason: StreamEndReason };
  /** To the show, at most every two seconds; neither stored nor repeated. */
  'stream/viewers': { streamId: string; viewers: number };
  /** To the show: chat messages, tips and system messages since the last of these events, in order. */
  'stream/message-created': { streamId: string; conversationId: string; messages: z.input<typeof StreamMessage>[] };
  'stream/message-deleted': { _id: string; conversationId: string };
  /** To the show: its chat was cleared. */
  'stream/cleared': { conversationId: string };
  /** To the muted or unmuted viewer. */
  'stream/muted': { conversationId: string; isMuted: boolean; until: string | null };
  /** To the show: its title, price, rules, goal, menu or status changed. */
  'stream/info-changed': z.input<typeof StreamInfo>;
  /** To the show and its performer: a person in it was named, has answered, or was removed. */
  'stream/people-changed': { streamId: string };
  /** To the performer: a fan requests a private show. */
  'private-request/created': z.input<typeof PrivateRequest>;
  /** This and the following go to both. A lapsed request is sent as declined. */
  'private-request/accepted': z.input<typeof PrivateRequest>;
  'private-request/declined': z.input<typeof PrivateRequest>;
  'private-request/cancelled': z.input<typeof PrivateRequest>;
  /** A minute has begun and is paid. With two minutes left it serves as a warning. */
  'private-request/billed': { _id: string; minutesBilled: number; amountBilled: number; minutesLeft: number };
  'private-request/ended': z.input<typeof PrivateRequest>;
  /** To the account: its data export has begun, another 10 % is done, it is ready, or it failed. */
  'export/changed': { status: ExportStatus; progress: number };
  /** To the account: as stored. The same `_id` is sent again when further events were grouped into it. */
  'notification/created': z.input<typeof Notification>;
  /** To operators who decide on reports: a report was filed, assigned to one of them, or decided. */
  'report/changed': { _id: string; status: ReportStatus; takenById: string | null };
  /** To all sockets: an operator changed a public setting. */
  'settings/changed': PublicSettings;
}

export type ClientEventName = keyof ClientEvents;
export type ServerEventName = keyof ServerEvents;
/** Fields of every payload from the server; receivers drop an `eventId` that they have seen. */
export interface EventStamp {
  eventId: string;
  at: string;
}
export type Stamped<N extends ServerEventName> = ServerEvents[N] & EventStamp;
export type Ack<T> = { ok: true; data: T } | { ok: false; error: string };

/** States of the browser's connection. */
export const socketStatuses = ['initialized', 'connected', 'disconnect', 'reconnecting', 'failed'] as const;
export type SocketStatus = (typeof socketStatuses)[number];
