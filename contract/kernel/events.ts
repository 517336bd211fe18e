/** What travels over the socket: names and payloads. Plain values and types: the browser imports this file. */
import type { z } from 'zod';
import type { Conversation, Message } from '../talk/chat';
import type { clientEvents } from './client-events';
import type { File, Person, PublicSettings } from './entities';
import type { PrivateRequest, Stream, StreamInfo, StreamMessage } from '../live/live';
import type { Charge, PaymentTransaction, PayoutRequest, Subscription } from '../money/money';
import type { Notification } from '../people/notifications';
import type { Right } from './rights';
import type { Order } from '../content/store';
import type { ExportStatus, ReportStatus, SessionEndReason, StreamEndReason, streamLeftReasons, TransferReason } from '../values';

type Said<N extends keyof typeof clientEvents> = z.input<(typeof clientEvents)[N]>;

/** From the browser to the host; each is acknowledged with an `Ack`. */
export interface ClientEvents {
  /** Said after each connect and reconnect. */
  'auth/login': { payload: Said<'auth/login'>; answer: { accountId: string } };
  /** The open thread says that all of it has been read. */
  'conversation/seen': { payload: Said<'conversation/seen'>; answer: { seq: number } };
  /** A device has what was said up to this place. */
  'conversation/delivered': { payload: Said<'conversation/delivered'>; answer: { seq: number } };
  'conversation/typing': { payload: Said<'conversation/typing'>; answer: { told: boolean } };
  /** Whose coming and going this screen shows from now on, in place of those named before. */
  'presence/watch': { payload: Said<'presence/watch'>; answer: { online: string[] } };
  /** Somebody with the right to watch comes: she hears from now on what is told about the show, and counts as a viewer. */
  'stream/joined': { payload: Said<'stream/joined'>; answer: { stream: z.input<typeof Stream> } };
  'stream/left': { payload: Said<'stream/left'>; answer: { streamId: string } };
}

/** From the host to the browser. */
export interface HostEvents {
  /** To the operator: what she may do has changed, and this is all of it. */
  'account/rights-changed': { rights: Right[] };
  /** To the account's own room: the session is over and the socket closes. */
  'session/ended': { sessionId: string; reason: SessionEndReason };
  /** To the rooms of those who may see it: the first socket opened, or the last has been closed for a while. */
  'presence/changed': { accountId: string; isOnline: boolean };
  /** To the account of the wallet, or of the performer who earned: a transfer changed what it holds. Amounts in tokens. */
  'wallet/balance-changed': { change: number; balance: number; reason: TransferReason; subjectId: string };
  /** To the buyer: a charge took effect. */
  'charge/settled': z.input<typeof Charge>;
  /** To the payer: a payment ended, well or not, or was given back. */
  'payment/settled': z.input<typeof PaymentTransaction>;
  /** To the payer: the bank wants the customer before it pays. */
  'payment/action-required': z.input<typeof PaymentTransaction>;
  /** To the fan and to the performer. */
  'subscription/changed': z.input<typeof Subscription>;
  /** To the buyer and to the seller. */
  'order/changed': z.input<typeof Order>;
  /** To the performer, and to operators. */
  'payout/changed': z.input<typeof PayoutRequest>;
  /** To the file's owner: another tenth is done, a first rendition plays, it is finished or it failed. */
  'file/processed': z.input<typeof File>;
  /** To both members, to each as she sees it: a message was sent. */
  'message/created': z.input<typeof Message>;
  /** As it is now: it was bought, or its files are ready. */
  'message/changed': z.input<typeof Message>;
  /** To both members: it was deleted or taken back. */
  'message/deleted': { _id: string; conversationId: string };
  /** To the other member: `accountId` has what was said up to this place, or has read it. */
  'conversation/delivered': { conversationId: string; accountId: string; seq: number };
  /** The same, and to the reader's own devices. */
  'conversation/seen': { conversationId: string; accountId: string; seq: number };
  /** To the other member; not kept, and not told again. */
  'conversation/typing': { conversationId: string; accountId: string; isTyping: boolean };
  /** To a member, as she sees it: made, muted, blocked, or a subscription began or ended. */
  'conversation/changed': z.input<typeof Conversation>;
  /** To the account: how many hold something unread now, counted up to `unreadCountedMax`. */
  'unread/changed': { conversations: number; notifications: number };
  /** To the show's owner and moderators: somebody came. */
  'stream/joined': { streamId: string; person: z.input<typeof Person> };
  /** To the same, and to whoever is meant, where her right to watch has ended. */
  'stream/left': { streamId: string; accountId: string; reason: (typeof streamLeftReasons)[number] };
  /** To the show, and to followers and subscribers: its first picture came, or its performer is back. */
  'stream/started': { streamId: string; performerId: string; sessionId: string };
  'stream/ended': { streamId: string; performerId: string; sessionId: string; reason: StreamEndReason };
  /** To the show, not more often than every two seconds; not kept, and not told again. */
  'stream/viewers': { streamId: string; viewers: number };
  /** To the show: what was written, tipped or said by the site since the last of these, in its order. */
  'stream/message-created': { streamId: string; conversationId: string; messages: z.input<typeof StreamMessage>[] };
  'stream/message-deleted': { _id: string; conversationId: string };
  /** To the show: its chat is empty now. */
  'stream/cleared': { conversationId: string };
  /** To whoever is meant: she may not write, or may again. */
  'stream/muted': { conversationId: string; isMuted: boolean; until: string | null };
  /** To the show: its title, price, rules, goal, menu or status changed. */
  'stream/info-changed': z.input<typeof StreamInfo>;
  /** To the performer: a fan asks. */
  'private-request/created': z.input<typeof PrivateRequest>;
  /** To both, here and below. One that lapsed is told as declined. */
  'private-request/accepted': z.input<typeof PrivateRequest>;
  'private-request/declined': z.input<typeof PrivateRequest>;
  'private-request/cancelled': z.input<typeof PrivateRequest>;
  /** A minute has begun and is paid; at two minutes left it is a warning. */
  'private-request/billed': { _id: string; minutesBilled: number; amountBilled: number; minutesLeft: number };
  'private-request/ended': z.input<typeof PrivateRequest>;
  /** To the account: its archive has begun, another tenth is done, it is ready, or it failed. */
  'export/changed': { status: ExportStatus; progress: number };
  /** To the account: as stored; the same `_id` again when it stands for more. */
  'notification/created': z.input<typeof Notification>;
  /** To operators who decide on reports: one came, was taken by one of them, or was decided. */
  'report/changed': { _id: string; status: ReportStatus; takenById: string | null };
  /** To everybody: an operator changed a public setting. */
  'settings/changed': PublicSettings;
}

export type ClientEventName = keyof ClientEvents;
export type HostEventName = keyof HostEvents;
/** Every payload from the host carries these; receivers drop an `eventId` that they know. */
export interface Stamp {
  eventId: string;
  at: string;
}
export type Stamped<N extends HostEventName> = HostEvents[N] & Stamp;
export type Ack<T> = { ok: true; data: T } | { ok: false; error: string };

/** What the browser calls the connection's state. */
export const socketStatuses = ['initialized', 'connected', 'disconnect', 'reconnecting', 'failed'] as const;
export type SocketStatus = (typeof socketStatuses)[number];
